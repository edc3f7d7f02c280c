#if Postgres
  import Foundation
  import TestSupport

  /// Bytes that a server cannot store in less space: its compression looks back for 4,096 bytes.
  func incompressible(_ count: Int) -> Data {
    var numbers = SeededGenerator(1)
    let block = Data((0..<10_000).map { _ in UInt8.random(in: 0...255, using: &numbers) })
    var data = Data()
    while data.count < count { data += block }
    return data.prefix(count)
  }
#endif
