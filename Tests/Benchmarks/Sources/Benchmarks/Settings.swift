import Foundation
import NamespacedDefaults

// What the subjects read and write: the same few values under the same names everywhere.

struct Profile: Codable, DefaultsSerializable, Equatable {
  var name = "Ada Lovelace"
  var age = 36
  var tags = ["analyst", "poet", "engine"]
  var isPublic = true

  static let json: Data = (try? JSONEncoder().encode(Profile())) ?? Data()
}

extension Defaults {
  enum Account: BoolDefaultSettable, IntegerDefaultSettable, StringDefaultSettable, StringArrayDefaultSettable,
    ObjectDefaultSettable
  {
    enum BoolKey: String, CaseIterable {
      case isUserLoggedIn, isVerified, isPaying, isDark, isLoud, isNew, isFast, isOdd, wasSeen
    }
    enum IntegerKey: String { case loginCount, changeCount }
    enum StringKey: String { case nickname, motto }
    enum StringArrayKey: String { case tags }
    enum ObjectKey: String { case profile }
  }
}

extension DefaultsKeys {
  static let isUserLoggedIn = DefaultsKey<Bool>(Name.bool, defaultValue: false)
  /// The same for key paths, which reach instance properties; it is made at each use, as such keys mostly are.
  var isLoggedIn: DefaultsKey<Bool> { DefaultsKey(Name.bool, defaultValue: false) }
}

enum Name {
  static let bool = "Account.isUserLoggedIn"
  /// The one that is written, so that reading and writing do not meet.
  static let written = "Account.wasSeen"
  static let integer = "Account.loginCount"
  static let shortString = "Account.nickname"
  static let string = "Account.motto"
  static let strings = "Account.tags"
  static let codable = "Account.profile"
  /// Those that are written all at once.
  static let batch = (0..<100).map { "Batch.key\($0)" }
}

enum Sample {
  static let shortString = "Ada L"
  static let string = "That brain of mine is more than mortal"

  /// The values that are read, and others to make up the number.
  static func values(keys: Int) -> [String: PropertyListValue] {
    var values: [String: PropertyListValue] = [
      Name.integer: 42,
      Name.shortString: .string(shortString),
      Name.string: .string(string),
      Name.strings: .array(Profile().tags.map { .string($0) }),
      Name.codable: .data(Profile.json),
      Name.written: false,
    ]
    for key in Defaults.Account.BoolKey.allCases where key != .wasSeen {
      values[Defaults.Account.namespaced(key)] = true
    }
    for number in 0..<max(0, keys - values.count) {
      values["Section.settingNumber\(number)"] = number % 2 == 0 ? true : 7
    }
    return values
  }
}
