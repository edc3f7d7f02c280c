import NamespacedDefaults

func problems(_ problem: DefaultsProblem) -> String {
  let made = DefaultsProblem(.failedWrite, key: "a", error: problem.error)
  _ = DefaultsProblem(.failedRead, error: problem.error)
  let kinds: [DefaultsProblem.Kind] = DefaultsProblem.Kind.allCases
  print(made.description, kinds, problem.kind.rawValue, problem.key ?? "", problem.error)
  print(DefaultsProblem.Kind(rawValue: "failedRead") as Any)
  return switch problem.kind {
  case .undecodableValue, .unencodableValue, .failedRead, .failedWrite, .damagedFile: ""
  case .malformedArgument, .collision: ""
  }
}

func errors(_ error: DefaultsError) -> String {
  switch error {
  case .typeMismatch(let expected, let found): "\(expected) \(found)"
  case .notEncodable(let type, let reason): type + reason
  case .invalidStoreName(let name): name
  case .unreadableFile(let path, let reason): path + reason
  case .noHomeDirectory: error.description
  case .system(let operation, let path, let code): "\(operation) \(path) \(code)"
  }
}
