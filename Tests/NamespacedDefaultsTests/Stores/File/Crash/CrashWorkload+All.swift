import Foundation

import NamespacedDefaultsMigration
import TestSupport

@testable import NamespacedDefaults

extension CrashWorkload {
  fileprivate static func data(_ byte: UInt8, _ count: Int) -> PropertyListValue {
    .data(Data(repeating: byte, count: count))
  }

  private static let marker = "NamespacedDefaults.migration."

  static let all: [CrashWorkload] = [
    CrashWorkload(name: "first write", steps: [.apply(["a": .integer(1)])]),
    CrashWorkload(
      name: "first write in a new directory",
      path: "one/two/test.defaults",
      steps: [.apply(["a": .integer(1)]), .synchronize]
    ),
    CrashWorkload(
      name: "sets",
      steps: [.apply(["a": .integer(1)]), .apply(["a": .integer(2)]), .apply(["b": data(3, 700)]), .synchronize]
    ),
    CrashWorkload(
      name: "batches",
      steps: [
        .apply(["a": data(1, 900), "b": data(1, 900)]), .synchronize, .apply(["a": data(2, 700), "b": data(2, 700)]),
        .apply(["a": data(3, 300), "b": data(3, 2_000), "c": .bool(true)]), .synchronize,
      ]
    ),
    CrashWorkload(
      name: "removal",
      steps: [
        .apply(["a": data(1, 600), "b": .integer(1)]), .synchronize, .apply(["a": nil]),
        .apply(["a": .integer(2), "b": nil]),
        .synchronize,
      ]
    ),
    CrashWorkload(
      name: "growth by several pages",
      prepare: { path in
        let store = try FileStore(path: path, durability: .powerLoss)
        try store.set(["a": data(1, 8_000), "b": data(1, 8_000)])
      },
      steps: [.apply(["a": data(2, 1_000), "b": data(2, 1_000)]), .apply(["c": .integer(3)]), .synchronize]
    ),
    CrashWorkload(
      name: "a batch after writes that did not wait",
      prepare: { path in
        let store = try FileStore(path: path)
        try store.set(["a": data(1, 4_000), "b": .integer(1)])
      },
      steps: [.apply(["a": data(2, 300), "b": data(2, 600)]), .apply(["a": .integer(3), "b": .integer(3)])]
    ),
    CrashWorkload(
      name: "zeros in values",
      steps: [.apply(["a": data(0, 2_000)]), .apply(["a": data(0, 900), "b": data(0, 900)]), .synchronize]
    ),
    CrashWorkload(
      name: "compaction",
      steps: [
        .apply(["a": .integer(1), "b": data(1, 900)]), .apply(["b": data(2, 900)]), .compact,
        .apply(["c": .integer(1)]),
        .synchronize,
      ]
    ),
    CrashWorkload(
      name: "a store that is opened again",
      steps: [
        .apply(["a": .integer(1)]), .reopen, .apply(["a": .integer(2)]), .reopen, .apply(["b": data(3, 1_200)]),
        .synchronize,
      ]
    ),
    CrashWorkload(
      name: "killed writers",
      steps: [
        .apply(["a": .integer(1), "b": data(1, 600)]), .writeAndDie(["a": data(2, 700)]),
        .writeAndDie(["b": data(2, 700), "a": .integer(3)]), .apply(["c": data(3, 900)]),
        .writeAndDie(["c": nil]), .apply(["a": .integer(4)]),
      ]
    ),
    CrashWorkload(
      name: "a header whose writer was killed",
      prepare: { path in
        let pointer = CommitPointer(length: FileHeader.size, generation: 1)
        try write(FileHeader(salt: 5).bytes(pointer: pointer), toFile: path)
      },
      isPreparedOnDisk: false,
      steps: [.apply(["a": .integer(1)]), .apply(["a": data(2, 700)])]
    ),
    CrashWorkload(
      name: "repair of a record",
      prepare: { path in try makeDamaged(path, at: 164, flipping: 0x40) },
      isDamaged: true,
      steps: [.apply(["a": .integer(1)])]
    ),
    CrashWorkload(
      name: "repair of the commit pointer",
      prepare: { path in try makeDamaged(path, at: 25, flipping: 0x02) },
      isDamaged: true,
      steps: [.apply(["a": .integer(1)])]
    ),
    CrashWorkload(
      name: "a migration step",
      prepare: { path in
        try FileStore(path: path).set(["a": data(1, 900), "old": .integer(1), "other": data(2, 600)])
      },
      migration: Migration(
        steps: { _ in [.rename("old", to: "new", id: "step"), .delete("a", id: "next step")] },
        results: [
          ["a": data(1, 900), "new": .integer(1), "other": data(2, 600), marker + "step": .bool(true)],
          ["new": .integer(1), "other": data(2, 600), marker + "step": .bool(true), marker + "next step": .bool(true)],
        ]
      ),
      steps: [.migrate]
    ),
    CrashWorkload(
      name: "a move from another store",
      prepare: { path in
        try FileStore(path: path).set(["a": data(1, 900)])
        try FileStore(path: sourcePath(besides: path)).set(["b": data(2, 900), "c": .integer(3)])
      },
      migration: Migration(
        steps: { [.move(from: $0, id: "move")] },
        results: [
          [
            "a": data(1, 900), "b": data(2, 900), "c": .integer(3), marker + "move": .string("copied"),
            "source:b": data(2, 900), "source:c": .integer(3),
          ],
          ["a": data(1, 900), "b": data(2, 900), "c": .integer(3), marker + "move": .string("copied")],
          ["a": data(1, 900), "b": data(2, 900), "c": .integer(3), marker + "move": .bool(true)],
        ]
      ),
      steps: [.migrate]
    ),
    CrashWorkload(
      name: "recovery after a loss of power",
      prepare: { path in
        try FileStore(path: path, durability: .powerLoss).set(["a": .integer(1), "b": .integer(1)])
        let file = try OpenFile(path: path, for: .writing)
        let synchronized = try file.readSynchronizedPointer()
        try FileStore(path: path, durability: .powerLoss).set(["a": data(2, 900), "b": data(2, 2_000)])
        // Its writer has not waited. Its first sector behind the header has not reached the disk.
        try file.write(synchronized, at: FileHeader.synchronizedOffset)
        try file.write([UInt8](repeating: 0, count: 512), at: 512)
      },
      steps: [.apply(["a": data(3, 3_000), "c": .integer(3)]), .synchronize, .apply(["c": .integer(4)]), .synchronize]
    ),
  ]

  /// Makes a file of 20 values with a wrong byte.
  private static func makeDamaged(_ path: String, at offset: Int, flipping bits: UInt8) throws {
    do {
      let store = try FileStore(path: path)
      for index in 0..<20 { try store.set(.integer(Int64(index)), forKey: "key \(index)") }
    }
    var bytes = try bytes(ofFile: path)
    bytes[offset] ^= bits
    try write(bytes, toFile: path)
  }

  /// A workload of random steps.
  static func random(_ seed: UInt64) -> CrashWorkload {
    var generator = SeededGenerator(seed)
    let steps = (0..<Int.random(in: 2...12, using: &generator)).map { number -> CrashWorkload.Step in
      switch Int.random(in: 0..<12, using: &generator) {
      case 0: return .synchronize
      case 1: return .compact
      case 2: return .reopen
      case 4: return .writeAndDie(["abcd".map(String.init).randomElement(using: &generator)!: data(UInt8(number), 700)])
      case 3: return .apply([["a", "b"].randomElement(using: &generator)!: nil])
      default:
        let keys = "abcd".shuffled(using: &generator).prefix(.random(in: 1...3, using: &generator)).map(String.init)
        let sizes = keys.map { _ in
          Int.random(in: 0...[40, 600, 9_000].randomElement(using: &generator)!, using: &generator)
        }
        let byte = UInt8(number * Int.random(in: 0...1, using: &generator))
        return .apply(Dictionary(uniqueKeysWithValues: zip(keys, sizes.map { data(byte, $0 + number) })))
      }
    }
    let durability: FileStore.Durability = Bool.random(using: &generator) ? .powerLoss : .processKill
    return CrashWorkload(name: "random \(seed)", durability: durability, steps: steps)
  }
}
