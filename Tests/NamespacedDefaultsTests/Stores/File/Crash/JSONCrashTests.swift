import Foundation
import NamespacedDefaultsLayers
import TestSupport
import Testing

@testable import NamespacedDefaults

/// What a loss of power or a kill may leave of a `JSONStore`, which replaces its file.
@Suite struct JSONCrashTests {
  @Test(
    arguments: isThorough ? [FileStore.Durability.powerLoss, .processKill] : [.powerLoss],
    [nil, "{\n  // of a person\n  \"a\": 0\n}\n"]
  )
  func aCrashLeavesAWholeFile(_ durability: FileStore.Durability, _ first: String?) throws {
    let directory = try TemporaryDirectory(inMemory: true)
    let root = try canonicalPath(directory.path)
    let path = root + "/tool.json"
    if let first { try write(Array(first.utf8), toFile: path) }
    let recording = try DiskRecording(of: root) { mark in
      let store = try JSONStore(path: path, durability: durability)
      for number in 1...4 {
        mark(.began(number))
        try store.set(.int(number), forKey: "a")
        mark(.returned(number))
        if durability == .powerLoss { mark(.durable(number)) }
      }
    }
    var generator = SeededGenerator(5)
    for model in SimulatedDisk.Model.allCases {
      var disk = SimulatedDisk(recording, root: root, model)
      var (begun, returned, durable) = (0, 0, 0)
      for event in recording.events {
        switch event {
        case .change(let change): disk.apply(change)
        case .began(let number): begun = number
        case .returned(let number): returned = number
        case .durable(let number): durable = number
        }
        try check(disk.stateAfterKill, root, returned...begun, first)
        for _ in 0..<10 {
          let choice = disk.choices.map { Int.random(in: 0..<$0, using: &generator) }
          try check(disk.stateAfterPowerLoss(choosing: choice).0, root, durable...begun, first)
        }
      }
    }
  }

  private func check(_ state: SimulatedDisk.State, _ root: String, _ numbers: ClosedRange<Int>, _ first: String?) throws
  {
    let copy = try TemporaryDirectory(inMemory: true)
    for (path, content) in state {
      if let content { try write(content, toFile: copy.path + path.dropFirst(root.count)) }
    }
    let path = copy.path + "/tool.json"
    let store = try JSONStore(path: path, durability: .processKill)
    let found = try store.value(forKey: "a")
    let isNew = found == nil && first == nil && numbers.contains(0)
    #expect(isNew || numbers.contains { found == .int($0) }, "\(numbers): \(String(describing: found))")
    try store.set(9, forKey: "b")
    #expect(try store.value(forKey: "b") == 9)
    // An interrupted write may look like what another program has saved, and is kept then.
    #expect(try copy.names().filter { $0 != "tool.json.saved-1" } == [".tool.json.lock", "tool.json"])
    if first != nil { #expect(String(decoding: try bytes(ofFile: path), as: UTF8.self).contains("// of a person")) }
  }
}
