import NamespacedDefaults
import Testing

@testable import NamespacedDefaultsLayers

/// Whatever the edit of a text does wrong, it is not stored.
@Suite struct JSONProofTests {
  private static let old = """
    {
      "name": "a",  // the name
      "port": 1, "tls": true,
      "list": [1, /* two */ 2], "n": {"x": null}
    }
    """

  /// Texts after `port` was to be removed, and `n.x` to be 3.
  static let texts: [(text: String, isMeant: Bool)] = [
    ("{\"name\": \"a\",  // the name\n\"tls\": true, \"list\": [1, /* two */ 2], \"n\": {\"x\": 3}}", true),
    ("{\"name\": \"a\",  // the name\n'tls': true, \"list\": [1, /* two */ 2], \"n\": {\"x\": 3},}", true),
    // A member went into the comment.
    ("{\"name\": \"a\",  // the name \"tls\": true,\n\"list\": [1, /* two */ 2], \"n\": {\"x\": 3}}", false),
    // A comment is gone, or another one.
    ("{\"name\": \"a\", \"tls\": true, \"list\": [1, /* two */ 2], \"n\": {\"x\": 3}}", false),
    ("{\"name\": \"a\", // the  name\n \"tls\": true, \"list\": [1, /* two */ 2], \"n\": {\"x\": 3}}", false),
    // The removed member is there, another is not, one has another value, or another name, or another place.
    (old.replacing("null", with: "3"), false),
    ("{\"name\": \"a\",  // the name\n\"list\": [1, /* two */ 2], \"n\": {\"x\": 3}}", false),
    ("{\"name\": \"a\",  // the name\n\"tls\": true, \"list\": [1, /* two */ 2], \"n\": {\"x\": 4}}", false),
    ("{\"name\": \"a\",  // the name\n\"tsl\": true, \"list\": [1, /* two */ 2], \"n\": {\"x\": 3}}", false),
    ("{\"name\": \"a\",  // the name\n\"tls\": true, \"list\": [2, /* two */ 1], \"n\": {\"x\": 3}}", false),
    ("{\"name\": \"a\",  // the name\n\"tls\": true, \"list\": [1, /* two */ 2], \"n\": {}, \"n.x\": 3}", false),
    // Nobody can read it.
    ("{\"name\": \"a\",  // the name\n\"tls\": true \"list\": [1, /* two */ 2], \"n\": {\"x\": 3}}", false),
    ("", false),
  ]

  @Test(arguments: texts) func aTextWithAnotherTreeIsRefused(text: String, isMeant: Bool) throws {
    let contents = try JSONContents(Array(Self.old.utf8))
    let changes = [
      DefaultsChange(key: "port", oldValue: 1, newValue: nil), DefaultsChange(key: "n.x", oldValue: nil, newValue: 3),
    ]
    let plan = JSONPlan(changes, in: contents, JSONObjects(contents, DeclaredNames()))
    let proof = JSONProof(old: contents, plan, changes)
    #expect((proof.contents(Array(text.utf8)) != nil) == isMeant)
  }
}
