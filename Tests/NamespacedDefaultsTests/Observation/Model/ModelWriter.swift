import NamespacedDefaults
import TestSupport

/// One of the threads that use the store of a model at random.
struct ModelWriter {
  let model: ObserverModel
  private var generator: SeededGenerator
  private var observers: [ModelObserver] = []
  private let copy: Default<Int>

  /// Creates a writer, whose number distinguishes its values from those of the others.
  init(_ number: Int, of model: ObserverModel, seed: UInt64) {
    self.model = model
    generator = SeededGenerator(seed &* 1_000 &+ UInt64(number))
    copy = Default(model.n, options: .observed)
  }

  mutating func write(count: Int) {
    for _ in 0..<count { step() }
  }

  private mutating func step() {
    let name = ["a", "b", "c"].randomElement(using: &generator) ?? "a"
    let value = Int.random(in: 0..<4, using: &generator)
    let (model, store) = (model, model.store)
    let key = DefaultsKey<Int?>(name, store: store)
    switch Int.random(in: 0..<14, using: &generator) {
    case 0: model.change([name]) { try store.set(.integer(Int64(value)), forKey: name) }
    case 1: model.change([name]) { key.value = value }
    case 2: model.change([name]) { key.value = (key.value ?? 0) ^ value }
    case 3: model.change([name]) { try key.update { $0 = ($0 ?? 0) + 1 } }
    case 4: model.change([name]) { key.remove() }
    case 5: model.change(["a", "b"]) { try store.set(["a": nil, "b": .integer(Int64(value))]) }
    case 6:
      model.change(["a", "c"]) {
        DefaultsAdapter(store: store)["a"] = value
        DefaultsAdapter(store: store)["c"] = value
      }
    case 7, 8: increment()
    case 9: model.writeNextPair()
    case 10: observers.append(model.observe(name, initially: value > 1))
    case 11: observers.append(model.observe(name, initially: value > 1, lifetime: 1 + value))
    case 12: if !observers.isEmpty { observers.removeFirst().cancel() }
    default: model.observer(at: .random(in: 0..<1_000, using: &generator))?.cancel()
    }
  }

  /// Adds 1 to "n"; the copy of a property has at least this value from then on.
  private func increment() {
    model.n.value += 1
    let value = model.n.value
    if copy.wrappedValue < value { model.report("an observed copy was older than a change that was committed") }
  }
}
