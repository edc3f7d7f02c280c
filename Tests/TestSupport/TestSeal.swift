package import Foundation
import NamespacedDefaultsSecrets

/// A seal for tests of what surrounds a cipher: every changed bit is noticed, but it keeps nothing secret.
package final class TestSeal: ValueSeal {
  package struct Failure: Error { package init() {} }

  package let id: String
  private let key: UInt64
  private let canSeal: Bool
  /// The number of values that were opened, or tried.
  package let openedCount = Lockbox(0)

  package init(_ id: String = "first", key: UInt64 = 1, canSeal: Bool = true) {
    (self.id, self.key, self.canSeal) = (id, key, canSeal)
  }

  package func seal(_ value: Data, authenticating data: Data) throws -> Data {
    guard canSeal else { throw Failure() }
    let nonce = UInt64.random(in: .min ... .max)
    let text = Self.bytes(nonce) + crypted(value, nonce)
    return text + tag(of: text, data)
  }

  package func open(_ sealed: Data, authenticating data: Data) throws -> Data {
    openedCount.change { $0 += 1 }
    guard sealed.count >= 16 else { throw Failure() }
    let text = Data(sealed.dropLast(8))
    guard tag(of: text, data) == sealed.suffix(8) else { throw Failure() }
    return crypted(Data(text.dropFirst(8)), Self.words(of: text)[0])
  }

  private func crypted(_ bytes: Data, _ nonce: UInt64) -> Data {
    var mask = nonce ^ key &* 0x9E37_79B9_7F4A_7C15
    var words = Self.words(of: bytes)
    for index in words.indices {
      mask = Self.mixed(mask &+ 0x9E37_79B9_7F4A_7C15)
      words[index] ^= mask
    }
    return words.withUnsafeBytes { Data($0.prefix(bytes.count)) }
  }

  private func tag(of text: Data, _ data: Data) -> Data {
    var state = key
    for word in [UInt64(data.count)] + Self.words(of: data) + [UInt64(text.count)] + Self.words(of: text) {
      state = Self.mixed(state ^ word)
    }
    return Self.bytes(state)
  }

  /// The mixing function of SplitMix64.
  private static func mixed(_ number: UInt64) -> UInt64 {
    var number = (number ^ (number >> 30)) &* 0xBF58_476D_1CE4_E5B9
    number = (number ^ (number >> 27)) &* 0x94D0_49BB_1331_11EB
    return number ^ (number >> 31)
  }

  /// The bytes eight by eight, with zeros behind the last.
  private static func words(of bytes: Data) -> [UInt64] {
    var words = [UInt64](repeating: 0, count: (bytes.count + 7) / 8)
    _ = words.withUnsafeMutableBytes { bytes.copyBytes(to: $0) }
    return words
  }

  private static func bytes(_ number: UInt64) -> Data { withUnsafeBytes(of: number) { Data($0) } }
}
