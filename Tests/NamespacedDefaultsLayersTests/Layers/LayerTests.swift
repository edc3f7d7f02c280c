import NamespacedDefaults
import NamespacedDefaultsLayers
import Testing

@Suite struct LayerTests {
  @Test func aLayerOverridesNothingUnlessItSaysSo() {
    #expect(Layer(InMemoryStore()).mandatory == [])
  }
}
