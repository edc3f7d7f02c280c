import Foundation
import NamespacedDefaults
import NamespacedDefaultsSecrets

/// A tool that keeps a token: `Secrets set TOKEN`, `Secrets show`, `Secrets rotate`.
@main
enum Secrets {
  static func main() throws {
    let keys = try FileStore(name: "Secrets/keys")
    let file = try FileStore(name: "Secrets/secrets")
    let token = DefaultsKey<String?>("token", store: try open(file, keys)).secret()
    let arguments = CommandLine.arguments.dropFirst()
    switch arguments.first {
    case "set":
      try token.write(arguments.dropFirst().first)
      print("\(file.path) has \(try file.value(forKey: "token").map { "\($0)" } ?? "nothing")")
    case "show": print(try token.read() ?? "there is no token")
    case "rotate":
      // From now on both keys open, so it can be stopped at every step, and called again.
      _ = try SealingKey.stored(as: "\(numbers(in: keys).count + 1)", in: keys)
      try open(file, keys).reseal()
      try file.compact()
      print("the next key has sealed everything")
    default: print("Secrets set TOKEN | show | rotate")
    }
  }

  /// Returns the store of the secrets: the newest key seals, and all of them open.
  private static func open(_ file: FileStore, _ keys: FileStore) throws -> SealedStore {
    let numbers = try numbers(in: keys)
    let seals = try (numbers.isEmpty ? [1] : numbers).map { AESGCMSeal(try .stored(as: "\($0)", in: keys)) }
    return SealedStore(over: file, seal: seals[seals.count - 1], opening: seals)
  }

  /// Returns the numbers of the keys, the newest one last.
  private static func numbers(in keys: FileStore) throws -> [Int] { try keys.keys().compactMap(Int.init).sorted() }
}
