import Foundation
import Testing

@testable import NamespacedDefaults

/// Durations as people write them.
struct DurationTextTests {
  @Test(
    arguments: [
      (.zero, "0s"), (.seconds(45), "45s"), (.milliseconds(250), "250ms"), (.seconds(5400), "1h30m"),
      (.seconds(3600), "1h"), (.seconds(86_401), "24h1s"), (.milliseconds(60_250), "1m0.25s"),
      (.microseconds(1500), "0.0015s"), (.nanoseconds(-1), "-0.000000001s"), (.seconds(-90), "-1m30s"),
      (.milliseconds(-20), "-20ms"),
    ] as [(Duration, String)]
  )
  func aDurationIsWrittenAndReadBack(duration: Duration, text: String) {
    #expect(duration.text == text)
    #expect(Duration(text: text) == duration)
  }

  @Test(
    arguments: [
      ("PT45S", .seconds(45)), ("PT1H30M", .seconds(5400)), ("P1DT12H", .seconds(129_600)), ("P2D", .seconds(172_800)),
      ("-PT0.25S", .milliseconds(-250)), ("1d", .seconds(86_400)), ("1.5h", .seconds(5400)), ("+90s", .seconds(90)),
      (" 1h 30m ", .seconds(5400)), ("20us", .microseconds(20)), ("20µs", .microseconds(20)), ("7ns", .nanoseconds(7)),
      ("20\u{3BC}s", .microseconds(20)), (".5s", .milliseconds(500)), ("5.s", .seconds(5)), ("1w2d", .seconds(777_600)),
      ("P2W", .seconds(1_209_600)), ("P1W1DT1H", .seconds(694_800)), ("PT1,5S", .milliseconds(1500)),
      ("PT.5S", .milliseconds(500)),
      ("0.30000000000000004ms", Duration(secondsComponent: 0, attosecondsComponent: 300_000_000_000_000)),
      ("0.3333333333333333333333m", Duration(secondsComponent: 19, attosecondsComponent: 999_999_999_999_999_999)),
      ("0.0000000000000000001s", .zero),
      (
        "0.1234567890123456789012345678901234567890s",
        Duration(secondsComponent: 0, attosecondsComponent: 123_456_789_012_345_678)
      ),
      ("1m500ms", .milliseconds(60_500)), ("0h", .zero), ("0.5ms", .microseconds(500)), ("007s", .seconds(7)),
    ] as [(String, Duration)]
  )
  func otherTextsAreRead(text: String, duration: Duration) {
    #expect(Duration(text: text) == duration)
  }

  @Test(arguments: [
    "", "45", "1.5", "s", "[45,0]", "45 s", "30m1h", "1s1s", "1ms1s", "45S", "1H", "pt45s", "P", "PT", "P1DT", "PT1D",
    "P1H",
    "P1M", "P1Y", "P1D1W", "1..5s", ".s", ".", "1,5s", "P.", "PT,S", "10.5s4m", "--5s", "1e3s", "9223372036854775807s",
    "99999999999999999999s", "106751991167301d", "٣s", "NaNs", "1h30", "infs",
  ])
  func whatIsNoDurationIsRefused(text: String) {
    #expect(Duration(text: text) == nil)
  }

  @Test func theErrorSaysHowADurationIsWritten() {
    let key = DefaultsKey("http.timeout", defaultValue: Duration.seconds(5))
    #expect(throws: DefaultsError(.typeMismatch, "takes a duration such as 30s")) {
      try key.storedForm(ofText: "45")
    }
  }

  /// Swift's own coding of a duration is an array of two numbers too, which are other ones than people mean.
  @Test func aPairOfNumbersIsNoDurationWhereverItStands() {
    func isRefused<Value: DefaultsSerializable>(_ type: Value.Type, _ stored: PropertyListValue) -> Bool {
      (try? DefaultsKey<Value?>("a", store: InMemoryStore(["a": stored])).read()) == nil
    }
    #expect(isRefused(Duration.self, "[45,0]"))
    #expect(isRefused(Duration.self, [45, 0]))
    #expect(isRefused(Duration?.self, "[45,0]"))
    #expect(isRefused([Duration].self, "[[45,0]]"))
    #expect(isRefused(Set<Duration>.self, "[[45,0]]"))
    #expect(isRefused([String: Duration].self, #"{"a":[45,0]}"#))
    #expect(isRefused(Range<Duration>.self, "[[1,0],[45,0]]"))
    #expect(isRefused(ClosedRange<Duration>.self, "[[1,0],[45,0]]"))
  }

  @Test func aMemberOfACodableIsReadAsTextAndAsItIsEncoded() throws {
    struct Server: Codable, Equatable, DefaultsSerializable { var timeout: Duration }
    let server = Server(timeout: .seconds(45))
    let encoded = PropertyListValue.data(.init(#"{"timeout":[2,8106511852580896768]}"#.utf8))
    #expect(try server.propertyListValue() == encoded)
    for stored in [encoded, ["timeout": "45s"], #"{"timeout":"45s"}"#, ["timeout": [2, 8_106_511_852_580_896_768]]] {
      #expect(try DefaultsKey<Server?>("a", store: InMemoryStore(["a": stored])).read() == server)
    }
  }

  @Test func aListWithNilInItIsRefusedAtTheWrite() {
    #expect(throws: DefaultsError.self) { try [Duration.seconds(1), nil].propertyListValue() }
  }
}
