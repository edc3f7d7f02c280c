// The code of the article on moving from SwiftyUserDefaults: `GuidesTests` compares the two.

import Foundation
import NamespacedDefaults

enum Flavor: String, DefaultsSerializable { case sweet, sour }
struct Recipe: Codable, DefaultsSerializable { var title: String }

extension DefaultsKeys {
  var visits: DefaultsKey<Int> { .init("visits", defaultValue: 0) }
  var nickname: DefaultsKey<String?> { .init("nickname") }
  var flavor: DefaultsKey<Flavor> { .init("flavor", defaultValue: .sweet) }
  var favorite: DefaultsKey<Recipe?> { .init("favorite") }
  var searches: DefaultsKey<[String]> {
    .init("searches", defaultValue: [])
  }
}

func search(for text: String) -> DefaultsObservation {
  Defaults[\.visits] += 1
  Defaults.searches.append(text)
  Defaults.favorite?.title += "!"
  return Defaults.key(\.nickname).observe { change in
    print(change.newValue ?? "nobody")
  }
}

extension DefaultsKeys {
  var sharedSearches: DefaultsKey<[String]> {
    .init("searches", defaultValue: [], bridge: .jsonData)
  }
}

struct Frog: DefaultsSerializable {
  let name: String

  func propertyListValue() -> PropertyListValue? { .string(name) }

  static func value(
    fromPropertyList stored: PropertyListValue
  ) throws -> Self {
    Self(name: try String.value(fromPropertyList: stored))
  }
}

extension DefaultsKeys {
  var frogs: DefaultsKey<[Frog]> { .init("frogs", defaultValue: []) }
}

#if UserDefaults
  extension DefaultsBridge<[URL]> {
    /// One archive of all URLs, as version 5 stores it.
    static var oneArchive: Self {
      Self {
        let archive = try NSKeyedArchiver.archivedData(
          withRootObject: $0 as NSArray,
          requiringSecureCoding: true
        )
        return .data(archive)
      } decode: {
        guard case .data(let archive) = $0,
          let urls = try NSKeyedUnarchiver.unarchivedObject(
            ofClasses: [NSArray.self, NSURL.self],
            from: archive
          ) as? [URL]
        else {
          throw DefaultsError.typeMismatch(expected: "[URL]", found: $0)
        }
        return urls
      }
    }
  }

  extension DefaultsKeys {
    var links: DefaultsKey<[URL]> {
      .init("links", defaultValue: [], bridge: .oneArchive)
    }
  }
#endif
