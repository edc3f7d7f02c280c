import NamespacedDefaults
import NamespacedDefaultsLayers
import Testing

@Suite struct LayerTests {
  @Test(arguments: [
    ("Server.workers", true), ("Server.workersX", false), ("Server", false), ("Audit.a", true), ("Audit.a.b", true),
    ("Audit", false), ("Audition", false),
  ])
  func aPatternMakesEveryNameThatBeginsLikeItMandatory(name: String, isMandatory: Bool) {
    #expect(Layer(InMemoryStore(), mandatory: ["Server.workers", "Audit.*"]).isMandatory(name) == isMandatory)
    #expect(Layer(InMemoryStore(), mandatory: ["*"]).isMandatory(name))
    #expect(!Layer(InMemoryStore()).isMandatory(name))
  }

  @Test func aLayerOverridesNothingUnlessItSaysSo() {
    #expect(Layer(InMemoryStore()).mandatory == [])
  }
}
