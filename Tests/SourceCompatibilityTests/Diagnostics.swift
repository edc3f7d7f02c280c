import NamespacedDefaults
import NamespacedDefaultsAudit

func problems(_ problem: DefaultsProblem) -> String {
  let made = DefaultsProblem(.failedWrite, key: "a", error: problem.error)
  _ = DefaultsProblem(.failedRead, error: problem.error)
  let kinds: Set<DefaultsProblem.Kind> = [DefaultsProblem.Kind(rawValue: "custom")]
  print(made.description, kinds, problem.kind.rawValue, problem.key ?? "", problem.error)
  print(DefaultsProblem.Kind(rawValue: "failedRead") as Any)
  return switch problem.kind {
  case .undecodableValue, .invalidValue, .unencodableValue: ""
  case .failedRead, .failedWrite, .damagedFile: ""
  case .malformedArgument, .collision, .unchosenStore: ""
  default: ""
  }
}

func errors(_ error: DefaultsError) -> String {
  if error == error { print("the same") }
  let made: [DefaultsError] = [
    DefaultsError(.typeMismatch, "a sentence"), DefaultsError(.undeclaredObject, "a sentence"),
    DefaultsError(.init(rawValue: "custom"), "a sentence", path: "/"),
    .typeMismatch(expected: "Int", found: "many"), .typeMismatch(expected: "Int", found: "many", at: []),
    .notEncodable(type: "Frog", reason: "it is green"),
    .invalidStoreName("/"), .unreadableFile(path: "/", reason: "it is a directory"), .noHomeDirectory,
    .system(operation: "open", path: "/", code: 2),
  ]
  print(
    made.contains(error),
    error.code.rawValue,
    error.errorDescription ?? "",
    error.path ?? "",
    error.systemCode ?? 0
  )
  return switch error.code {
  case .typeMismatch, .unencodableValue, .invalidValue, .notPropertyList: error.message
  case .invalidStoreName, .unreadableFile, .foreignFile, .overwrittenFile, .lockTimeout, .noHomeDirectory,
    .failedSystemCall:
    error.description
  case .managedValue, .exceededQuota, .notReadableYet: error.message
  default: ""
  }
}
