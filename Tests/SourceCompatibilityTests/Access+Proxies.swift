import Foundation
import NamespacedDefaults

func proxies(_ group: DefaultsAdapter) {
  Defaults["a"] = "red"
  Defaults["a"] = 1
  Defaults["a"] = Profile()
  Defaults["a"] = [1, 2]
  Defaults["a"] = nil
  group["a"] = "red"
  group["a"] = nil
  let stored: (any DefaultsSerializable)? = Defaults["a"]
  let sameStored: (any DefaultsSerializable)? = group["a"]

  let proxy: DefaultsProxy = Defaults["a"]
  let same: DefaultsProxy = group["a"]
  let key: DefaultsKey<Int?> = proxy.key(as: Int.self)
  let string: String? = proxy.string
  let int: Int? = proxy.int
  let double: Double? = proxy.double
  let bool: Bool? = proxy.bool
  let array: [PropertyListValue]? = proxy.array
  let dictionary: [String: PropertyListValue]? = proxy.dictionary
  let data: Data? = proxy.data
  let date: Date? = proxy.date
  let url: URL? = proxy.url
  let anyway: [Any] = [
    proxy.stringValue, proxy.intValue, proxy.doubleValue, proxy.boolValue, proxy.arrayValue, proxy.dictionaryValue,
    proxy.dataValue,
  ]
  print(proxy.exists, key, same, stored as Any, sameStored as Any, anyway)
  print(
    string as Any,
    int as Any,
    double as Any,
    bool as Any,
    array as Any,
    dictionary as Any,
    data as Any,
    date as Any,
    url as Any
  )
  proxy.remove()
}

func operators(_ group: DefaultsAdapter) {
  Defaults["a"] ?= "red"
  Defaults["a"] ?= Profile()
  Defaults["a"] += 1
  Defaults["a"] -= 1
  Defaults["a"] += 1.5
  Defaults["a"] -= 1.5
  Defaults["a"] += "!"
  Defaults["a"]++
  group["a"] ?= 1
  group["a"] += 1
  group["a"]++
}
