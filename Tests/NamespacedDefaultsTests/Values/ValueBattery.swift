import FoundationEssentials
import Testing

@testable import NamespacedDefaults

/// What every value type must pass: its stored form, and the way back alone, optional, and inside collections.
func expectRoundTrip<Value: DefaultsSerializable & Equatable>(
  _ value: Value,
  _ stored: PropertyListValue,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  #expect(try value.propertyListValue() == stored, sourceLocation: sourceLocation)
  #expect(try decodeStored(Value.self, from: stored) == value, sourceLocation: sourceLocation)

  #expect(try Value?.some(value).propertyListValue() == stored, sourceLocation: sourceLocation)
  #expect(try decodeStored(Value?.self, from: stored) == .some(value), sourceLocation: sourceLocation)
  #expect(try Value?.none.propertyListValue() == nil, sourceLocation: sourceLocation)

  #expect(try [value, value].propertyListValue() == .array([stored, stored]), sourceLocation: sourceLocation)
  #expect(
    try decodeStored([Value].self, from: .array([stored, stored])) == [value, value],
    sourceLocation: sourceLocation
  )

  #expect(try ["a": value].propertyListValue() == .dictionary(["a": stored]), sourceLocation: sourceLocation)
  #expect(
    try decodeStored([String: Value].self, from: .dictionary(["a": stored])) == ["a": value],
    sourceLocation: sourceLocation
  )

  let bridge = DefaultsBridge<Value>.serializable
  #expect(try bridge.encode(value) == stored, sourceLocation: sourceLocation)
  #expect(try bridge.decode(stored) == value, sourceLocation: sourceLocation)
}

/// Stored forms that must not be read as a type, alone or inside a collection.
func expectMismatch<Value: DefaultsSerializable>(
  _ type: Value.Type,
  _ stored: PropertyListValue...,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  for stored in stored {
    let comment = Comment("\(type) from \(stored)")
    #expect(throws: (any Error).self, comment, sourceLocation: sourceLocation) {
      try decodeStored(type, from: stored)
    }
    #expect(throws: (any Error).self, comment, sourceLocation: sourceLocation) {
      try decodeStored([Value].self, from: [stored])
    }
    #expect(throws: (any Error).self, comment, sourceLocation: sourceLocation) {
      try decodeStored([String: Value].self, from: ["a": stored])
    }
  }
}

let someDate = Date(timeIntervalSinceReferenceDate: 700_000_000)

/// One stored value of each kind.
let everyKind: [PropertyListValue] = [
  true, 7, .unsignedInteger(.max), 1.5, "some text", .date(someDate), .data(Data([1, 2, 3])), [1], ["a": 1],
]

/// Expects a mismatch for every kind of stored value but those that a type accepts.
func expectMismatch<Value: DefaultsSerializable>(
  _ type: Value.Type,
  forKindsExcept accepted: Set<String>,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  for stored in everyKind where !accepted.contains(stored.kind) {
    expectMismatch(type, stored, sourceLocation: sourceLocation)
  }
}
