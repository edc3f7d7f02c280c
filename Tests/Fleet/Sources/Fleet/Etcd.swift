import Foundation

/// The least client of etcd, so that little of the time is the client's: gRPC on HTTP/2, with what two calls need.
final class Etcd {
  private let socket: Int32
  private var stream: UInt32 = 1
  private static let key = Array("fleet".utf8)
  private static let mark = Array("change ".utf8)

  private enum Frame {
    static let data: UInt8 = 0
    static let headers: UInt8 = 1
    static let settings: UInt8 = 4
    static let ping: UInt8 = 6
    // Of its flags.
    static let isLast: UInt8 = 1
    static let hasAllHeaders: UInt8 = 4
  }

  /// Connects to a port of this machine.
  init(port: Int) throws {
    socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let size = socklen_t(MemoryLayout.size(ofValue: address))
    let status = withUnsafeBytes(of: &address) {
      connect(socket, $0.baseAddress?.assumingMemoryBound(to: sockaddr.self), size)
    }
    guard status == 0 else { throw Failure("etcd does not answer") }
    var one: Int32 = 1
    setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout.size(ofValue: one)))
    send(Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + frame(Frame.settings, 0, on: 0, []))
  }

  deinit { close(socket) }

  /// Writes the number of a change, and waits until it is committed.
  func put(_ change: Int) throws {
    begin("/etcdserverpb.KV/Put")
    send(message(field(1, Self.key) + field(2, Self.mark + Array("\(change).".utf8)), isLast: true))
    while true {
      let (kind, flags, payload) = try receive()
      guard kind == Frame.headers, flags & Frame.isLast != 0 else { continue }
      // A failure is told in the last headers, and there the status 0 is a text of one character.
      guard !String(decoding: payload, as: UTF8.self).contains("etcdserver") else {
        throw Failure("etcd has refused a change")
      }
      stream += 2
      return
    }
  }

  /// Asks to hear of changes, and returns when it will.
  func watch() throws {
    begin("/etcdserverpb.Watch/Watch")
    send(message(field(1, field(1, Self.key)), isLast: false))
    while try receive().kind != Frame.data {}
  }

  /// Waits for changes and returns the number of the last one.
  func nextChange() throws -> Int {
    while true {
      let (kind, _, payload) = try receive()
      guard kind == Frame.data, let start = payload.indices.last(where: { payload[$0...].starts(with: Self.mark) })
      else { continue }
      let digits = payload[(start + Self.mark.count)...].prefix { $0 != UInt8(ascii: ".") }
      if let change = Int(String(decoding: digits, as: UTF8.self)) { return change }
    }
  }

  // MARK: - gRPC

  private func begin(_ path: String) {
    // By their numbers in HPACK's table: POST, http, path, authority, content-type. No text is compressed.
    var headers: [UInt8] = [0x83, 0x86, 0x04] + text(path) + [0x01] + text("127.0.0.1")
    headers += [0x0f, 0x10] + text("application/grpc") + [0x00] + text("te") + text("trailers")
    send(frame(Frame.headers, Frame.hasAllHeaders, on: stream, headers))
  }

  private func text(_ text: String) -> [UInt8] { [UInt8(text.utf8.count)] + Array(text.utf8) }

  private func message(_ bytes: [UInt8], isLast: Bool) -> [UInt8] {
    frame(Frame.data, isLast ? Frame.isLast : 0, on: stream, [0, 0, 0, 0, UInt8(bytes.count)] + bytes)
  }

  /// A field of a protocol buffer.
  private func field(_ number: UInt8, _ bytes: [UInt8]) -> [UInt8] { [number << 3 | 2, UInt8(bytes.count)] + bytes }

  // MARK: - HTTP/2

  private func frame(_ kind: UInt8, _ flags: UInt8, on stream: UInt32, _ payload: [UInt8]) -> [UInt8] {
    let number = (0..<4).map { UInt8(truncatingIfNeeded: stream >> (24 - 8 * $0)) }
    return [0, 0, UInt8(payload.count), kind, flags] + number + payload
  }

  private func send(_ bytes: [UInt8]) { _ = Foundation.send(socket, bytes, bytes.count, 0) }

  /// The next frame, after the answers to those that want one.
  private func receive() throws -> (kind: UInt8, flags: UInt8, payload: [UInt8]) {
    while true {
      let head = try read(9)
      let payload = try read(Int(head[0]) << 16 | Int(head[1]) << 8 | Int(head[2]))
      guard [Frame.settings, Frame.ping].contains(head[3]) else { return (head[3], head[4], payload) }
      guard head[4] & Frame.isLast == 0 else { continue }
      send(frame(head[3], Frame.isLast, on: 0, head[3] == Frame.ping ? payload : []))
    }
  }

  private func read(_ count: Int) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    guard count == 0 || recv(socket, &bytes, count, Int32(MSG_WAITALL)) == count else {
      throw Failure("etcd has closed the connection")
    }
    return bytes
  }
}
