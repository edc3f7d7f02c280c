// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Glibc
import Words

// The names of Swift's module Synchronization that the core uses, where they are documented. Outside of an execution they do
// the same.

public struct AtomicLoadOrdering: Sendable {
  let order: Memory.Order

  public static let relaxed = Self(order: .relaxed)
  public static let acquiring = Self(order: .acquiring)
  public static let sequentiallyConsistent = Self(order: .sequentiallyConsistent)
}

public struct AtomicStoreOrdering: Sendable {
  let order: Memory.Order

  public static let relaxed = Self(order: .relaxed)
  public static let releasing = Self(order: .releasing)
  public static let sequentiallyConsistent = Self(order: .sequentiallyConsistent)
}

public struct AtomicUpdateOrdering: Sendable {
  let order: Memory.Order

  public static let relaxed = Self(order: .relaxed)
  public static let acquiring = Self(order: .acquiring)
  public static let releasing = Self(order: .releasing)
  public static let acquiringAndReleasing = Self(order: .acquiringAndReleasing)
  public static let sequentiallyConsistent = Self(order: .sequentiallyConsistent)
}

/// Outside of an execution every access is in one order with all others, so that nothing is left to do.
public func atomicMemoryFence(ordering: AtomicUpdateOrdering) {
  if let worker = Execution.Worker.current { worker.execution.fence(worker, ordering.order) }
}

/// Eight bytes that stay where they are, and are shared.
///
/// `@unchecked Sendable`: all accesses are atomic.
@_rawLayout(size: 8, alignment: 8)
private struct Word: ~Copyable, @unchecked Sendable {
  init(_ bits: UInt64) { word_store(pointer, bits) }

  var pointer: UnsafeMutablePointer<UInt64> {
    withUnsafePointer(to: self) {
      UnsafeMutableRawPointer(mutating: UnsafeRawPointer($0)).assumingMemoryBound(to: UInt64.self)
    }
  }
}

/// An atomic value of at most eight bytes.
public struct Atomic<Value: BitwiseCopyable>: ~Copyable, Sendable {
  /// The newest value, in the first bytes.
  private let word: Word

  public init(_ value: Value) {
    word = Word(Self.bits(of: value))
    // An atomic property of an object is made where it stays.
    if let worker = Execution.Worker.current { worker.execution.recordBirth(worker, address, size: 8) }
  }

  public func load(ordering: AtomicLoadOrdering) -> Value {
    guard let worker = Execution.Worker.current else { return Self.value(of: newest) }
    return Self.value(of: worker.execution.load(worker, address, ordering.order) { newest })
  }

  public func store(_ value: Value, ordering: AtomicStoreOrdering) {
    let bits = Self.bits(of: value)
    if let worker = Execution.Worker.current {
      worker.execution.store(worker, address, bits, ordering.order) { newest }
    }
    word_store(word.pointer, bits)
  }

  public func exchange(_ value: Value, ordering: AtomicUpdateOrdering) -> Value {
    Self.value(of: update(ordering) { _ in Self.bits(of: value) })
  }

  public func compareExchange(
    expected: Value,
    desired: Value,
    ordering: AtomicUpdateOrdering
  ) -> (exchanged: Bool, original: Value) {
    let bits = Self.bits(of: expected)
    let original = update(ordering) { $0 == bits ? Self.bits(of: desired) : nil }
    return (original == bits, Self.value(of: original))
  }

  /// Replaces the value, and returns the former one; a function that returns `nil` stores nothing.
  private func update(_ ordering: AtomicUpdateOrdering, _ change: (UInt64) -> UInt64?) -> UInt64 {
    if let worker = Execution.Worker.current {
      var stored: UInt64?
      let former = worker.execution.update(worker, address, ordering.order, holding: { newest }) {
        stored = change($0)
        return stored
      }
      // The newest value was the one that was replaced.
      if let new = change(former) { word_store(word.pointer, new) }
      return former
    }
    while true {
      let former = newest
      guard let new = change(former) else { return former }
      if word_exchange(word.pointer, former, new) {
        return former
      }
    }
  }

  private var newest: UInt64 { word_load(word.pointer) }

  private var address: UInt { UInt(bitPattern: word.pointer) }

  private static func bits(of value: Value) -> UInt64 {
    precondition(MemoryLayout<Value>.size <= 8)
    var bits: UInt64 = 0
    withUnsafeMutableBytes(of: &bits) { $0.storeBytes(of: value, as: Value.self) }
    return bits
  }

  private static func value(of bits: UInt64) -> Value { withUnsafeBytes(of: bits) { $0.load(as: Value.self) } }
}

extension Atomic where Value: FixedWidthInteger {
  @discardableResult
  public func add(_ operand: Value, ordering: AtomicUpdateOrdering) -> (oldValue: Value, newValue: Value) {
    let old = Self.value(of: update(ordering) { Self.bits(of: Self.value(of: $0) + operand) })
    return (old, old + operand)
  }

  @discardableResult
  public func subtract(_ operand: Value, ordering: AtomicUpdateOrdering) -> (oldValue: Value, newValue: Value) {
    let old = Self.value(of: update(ordering) { Self.bits(of: Self.value(of: $0) - operand) })
    return (old, old - operand)
  }

  @discardableResult
  public func max(_ operand: Value, ordering: AtomicUpdateOrdering) -> (oldValue: Value, newValue: Value) {
    let old = Self.value(of: update(ordering) { Self.bits(of: Swift.max(Self.value(of: $0), operand)) })
    return (old, Swift.max(old, operand))
  }
}

// For `run --mutants`, which puts numbers to orders.

extension AtomicLoadOrdering {
  public static func weakened(_ number: Int, _ order: Self) -> Self { number == weakenedOrder ? .relaxed : order }
}

extension AtomicStoreOrdering {
  public static func weakened(_ number: Int, _ order: Self) -> Self { number == weakenedOrder ? .relaxed : order }
}

extension AtomicUpdateOrdering {
  public static func weakened(_ number: Int, _ order: Self) -> Self { number == weakenedOrder ? .relaxed : order }
}

/// The number of the order that is made relaxed, which the environment gives; 0 for none.
private let weakenedOrder = getenv("NAMESPACED_DEFAULTS_ORDER").flatMap { Int(String(cString: $0)) } ?? 0
