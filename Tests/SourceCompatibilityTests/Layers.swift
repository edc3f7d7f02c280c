import NamespacedDefaults
import NamespacedDefaultsLayers

func layers(_ store: any DefaultsStore) {
  let layer = Layer(store, mandatory: ["Audit.*"])
  let parts: (any DefaultsStore, [String]) = (layer.store, layer.mandatory)
  print(parts, Layer(store))
}
