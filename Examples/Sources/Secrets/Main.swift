import Foundation
import NamespacedDefaults
import NamespacedDefaultsSecrets

/// A tool that keeps a token: `Secrets set TOKEN`, `Secrets show`, `Secrets rotate`.
@main
enum Secrets {
  static func main() throws {
    let keys = try FileStore(name: "Secrets/key")
    let file = try FileStore(name: "Secrets/secrets")
    let count = try keys.keys().count
    let first = try SealingKey.stored(as: "key \(max(count, 1))", in: keys)
    let store = SealedStore(over: file, seal: AESGCMSeal(first))
    let token = DefaultsKey<String?>("token", store: store).secret()
    let arguments = CommandLine.arguments.dropFirst()
    switch arguments.first {
    case "set":
      try token.write(arguments.dropFirst().first)
      print("\(file.path) has \(try file.value(forKey: "token").map { "\($0)" } ?? "nothing")")
    case "show": print(try token.read() ?? "there is no token")
    case "rotate":
      let next = try SealingKey.stored(as: "key \(max(count, 1) + 1)", in: keys)
      try SealedStore(over: file, seal: AESGCMSeal(next), opening: [AESGCMSeal(first)]).reseal()
      try file.compact()
      print("the next key has sealed everything")
    default: print("Secrets set TOKEN | show | rotate")
    }
  }
}
