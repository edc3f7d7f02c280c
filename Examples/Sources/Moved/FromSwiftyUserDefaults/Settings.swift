// swift-format-ignore-file: OrderedImports, NeverUseForceTry
import Foundation
import NamespacedDefaults

// Written for Xcode 13: `typealias Bridge = DefaultsCodableBridge<Self>`.

let Defaults = try! DefaultsAdapter(suiteName: "example.kitchen")

let others = DefaultsAdapter(store: UserDefaultsStore.standard)

enum Taste: String, DefaultsSerializable { case sweet, sour }

struct Dish: Codable, DefaultsSerializable {
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
  @Default(\.taste, options: [.cached, .observed]) var taste: Taste
  @Default(
    \.guests
  ) var guests: [String]

  private var observer: DefaultsObservation?
  private var observers: [DefaultsObservation] = []

  func open(_ served: @escaping @Sendable (Int) -> Void) {
    observer = Defaults.observe(NamespacedDefaults.Defaults.key(\.meals)) { update in served(update.newValue) }
    observers.append(Defaults.observe(mealsKey, initial: true) { update in print(update.newValue) })
    observers.append(
      Defaults.observe(
        NamespacedDefaults.Defaults.key(\.taste)  // not the first one
      ) { print("Defaults.observe(\\.taste)", $0.newValue as Any) }
    )
  }

  func close() {
    observer?.cancel()
    observers.forEach { $0.cancel() }
  }

  func serve(_ dish: Dish) {
    Defaults[\.meals] += 1
    Defaults.dish = dish
    Defaults.guests.append("Ann")
  }
}
