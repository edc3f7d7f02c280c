import Foundation
import NamespacedDefaults
import NamespacedDefaultsLayers
import NamespacedDefaultsSecrets
import TestSupport

/// A process that uses a sealed file: `SecretsProcess FILE COMMAND NUMBER`.
///
/// The end of the file's name says which store it is of.
///
/// - `count` adds 1 to a counter so many times; a later key seals every other time.
/// - `reseal` seals everything anew so many times, with either key in turn.
/// - `fill` stores so many values.
/// - `resealing` seals everything anew without end, and prints a line after each time.
/// - `values` prints what opens, and the ids of the keys that have sealed it.
/// - `key` prints the key that the file keeps.
/// - `credential` prints the key that is the credential of this name, or the code of the error.
@main
enum SecretsProcess {
  static func main() throws {
    let arguments = CommandLine.arguments
    let (first, second) = (TestSeal("first", key: 1), TestSeal("second", key: 2))
    let file = try base(arguments[1].isEmpty ? "/nowhere/file" : arguments[1])
    let stores = [
      SealedStore(over: file, seal: first, opening: [second]), SealedStore(over: file, seal: second, opening: [first]),
    ]
    let argument = arguments.count > 3 ? arguments[3] : ""
    let count = Int(argument) ?? 0
    switch arguments[2] {
    case "count":
      let keys = stores.map { DefaultsKey("counter", defaultValue: 0, store: $0) }
      for number in 0..<count { try keys[number % 2].update { $0 += 1 } }
    case "reseal":
      for number in 0..<count { try stores[number % 2].reseal() }
    case "fill":
      try stores[0].set(.init(uniqueKeysWithValues: (0..<count).map { ("value\($0)", "\($0)") }))
      try stores[0].synchronize()
    case "resealing":
      for number in 0... {
        try stores[number % 2].reseal()
        print(number)
        fflush(nil)
      }
    case "values":
      let values = try stores[0].keys().sorted().map { try "\($0): \(stores[0].value(forKey: $0) ?? "nothing")" }
      let ids = try Set(file.keys().compactMap { try file.value(forKey: $0)?.sealed?.keyID })
      print((values + ids.sorted()).joined(separator: ", "))
    case "key": print(try SealingKey.stored(in: file).bytes.base64EncodedString())
    case "credential":
      do {
        print(try SealingKey.credential(argument).bytes.base64EncodedString())
      } catch let error as DefaultsError {
        print(error.code.rawValue)
      }
    default: preconditionFailure("there is no command \(arguments[2])")
    }
  }

  private static func base(_ path: String) throws -> any DefaultsStore {
    switch (path as NSString).pathExtension {
    case "json": try JSONStore(path: path)
    case "layers": LayeredStore([try JSONStore(path: path), InMemoryStore()])
    default: try FileStore(path: path)
    }
  }
}
