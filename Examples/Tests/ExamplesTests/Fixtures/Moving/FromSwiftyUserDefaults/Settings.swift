// swift-format-ignore-file: OrderedImports, NeverUseForceTry
import Foundation
import SwiftyUserDefaults

// Written for Xcode 13: `typealias Bridge = DefaultsCodableBridge<Self>`.
public extension DefaultsSerializable where Self: Codable {
  typealias Bridge = DefaultsCodableBridge<Self>
  typealias ArrayBridge = DefaultsCodableBridge<[Self]>
}

public extension DefaultsSerializable where Self: RawRepresentable {
  typealias Bridge = DefaultsRawRepresentableBridge<Self>
  typealias ArrayBridge = DefaultsRawRepresentableArrayBridge<[Self]>
}

var Defaults = DefaultsAdapter(defaults: UserDefaults(suiteName: "example.kitchen")!, keyStore: DefaultsKeys())

let others = DefaultsAdapter<DefaultsKeys>(
  defaults: .standard,
  keyStore: .init()
)

enum Taste: String, DefaultsSerializable { case sweet, sour }

struct Dish: Codable, DefaultsSerializable {
  static var _defaults: DefaultsCodableBridge<Dish> { DefaultsCodableBridge<Dish>() }
  static var _defaultsArray: DefaultsCodableBridge<[Dish]> { DefaultsCodableBridge<[Dish]>() }

  var title: String
}

extension DefaultsKeys {
  var meals: DefaultsKey<Int> { .init("meals", defaultValue: 0) }
  var taste: DefaultsKey<Taste> { .init("taste", defaultValue: .sweet) }
  var dish: DefaultsKey<Dish?> { .init("dish") }
  var guests: DefaultsKey<[String]> { .init("guests", defaultValue: []) }
}

let mealsKey = DefaultsKey<Int>("meals", defaultValue: 0)

final class Kitchen {
  @SwiftyUserDefault(keyPath: \.taste, options: [.cached, .observed]) var taste: Taste
  @SwiftyUserDefault(
    keyPath: \.guests
  ) var guests: [String]

  private var observer: DefaultsDisposable?
  private var observers: [DefaultsDisposable] = []

  func open(_ served: @escaping @Sendable (Int) -> Void) {
    observer = Defaults.observe(\.meals) { update in served(update.newValue) }
    observers.append(Defaults.observe(key: mealsKey, options: [.initial, .new]) { update in print(update.newValue) })
    observers.append(
      Defaults.observe(
        \.taste,
        options: [.new]  // not the first one
      ) { print("Defaults.observe(\\.taste)", $0.newValue as Any) }
    )
  }

  func close() {
    observer?.dispose()
    observers.forEach { $0.dispose() }
  }

  func serve(_ dish: Dish) {
    Defaults[\.meals] += 1
    Defaults.dish = dish
    Defaults.guests.append("Ann")
  }
}
