import Synchronization

import NamespacedDefaultsPlatform

/// The handler of the signal that a thread gets when it accesses a mapped page of a file that was truncated.
///
/// Other programs truncate files: `cp` does so before it writes over one. Without the handler, the signal would end the
/// process. The handler replaces the page by zeros, and the thread goes on and reads a zero, which is no commit pointer.
///
/// Only pages of ``PageReserve`` are replaced. Every other bus error is passed on to the handler that was installed
/// before, or ends the process as it would have done without this handler.
///
/// A signal handler may neither lock nor allocate, nor initialize anything. So it runs once before it is installed.
enum BusErrorHandler {
  /// Whether the handler may be installed, and files may be mapped; see ``FileStore/handlesBusErrors``.
  static let isWanted = Atomic(true)

  /// The action for the signal before this handler was installed.
  ///
  /// `nonisolated(unsafe)`: it is written once, by the call that installs this handler.
  private nonisolated(unsafe) static let previous: UnsafeMutablePointer<sigaction> = {
    let previous = UnsafeMutablePointer<sigaction>.allocate(capacity: 1)
    previous.initialize(to: sigaction())
    return previous
  }()

  private static let handler: SignalHandler = { handle($0, $1, $2) }

  private static let isInstalled: Bool = {
    _ = previous
    // The first call, for a page that needs no help.
    if let page = try? PageReserve.takePage() {
      _ = rescue(UInt(bitPattern: page))
      PageReserve.giveBack(page)
    }
    // The handler must not be unloaded with a plugin that the library is a part of.
    guard keepImageLoaded() else { return false }
    var action = sigaction()
    action.sa_flags = SA_SIGINFO | SA_ONSTACK
    action.signalHandler = handler
    return sigaction(SIGBUS, &action, previous) == 0
  }()

  /// Whether a truncated file does no harm: this handler is wanted, installed, and the one that the system calls.
  ///
  /// A sanitizer may refuse it and say that it is installed, and another handler may have taken its place.
  static var isInPlace: Bool {
    guard isWanted.load(ordering: .relaxed), isInstalled else { return false }
    var action = sigaction()
    return sigaction(SIGBUS, nil, &action) == 0
      && action.handlerAddress == unsafeBitCast(handler, to: UInt.self)
  }

  private static func handle(
    _ signal: Int32,
    _ info: UnsafeMutablePointer<siginfo_t>?,
    _ context: UnsafeMutableRawPointer?
  ) {
    let code = errno
    defer { errno = code }
    if let info, info.pointee.isFault, rescue(info.pointee.faultAddress) { return }
    passOn(signal, info, context)
  }

  /// Replaces the page that has an address by zeros, if it is one of the reserve.
  ///
  /// The page is writable, so that a store into it goes on, too; see ``MappedHeader/publish(_:over:of:)``.
  ///
  /// - Returns: Whether the page was replaced.
  private static func rescue(_ address: UInt) -> Bool {
    guard PageReserve.contains(address) else { return false }
    let page = UnsafeMutableRawPointer(bitPattern: address & ~UInt(PageReserve.pageSize - 1))
    let flags = MAP_PRIVATE | MAP_ANON | MAP_FIXED
    return mapMemory(page, PageReserve.pageSize, PROT_READ | PROT_WRITE, flags) != nil
  }

  /// Does with a signal what the system would have done without this handler.
  private static func passOn(
    _ signal: Int32,
    _ info: UnsafeMutablePointer<siginfo_t>?,
    _ context: UnsafeMutableRawPointer?
  ) {
    let isFault = info?.pointee.isFault ?? false
    let address = previous.pointee.handlerAddress
    let isIgnored = address == UInt(bitPattern: 1)  // SIG_IGN
    // The system does not ignore a fault.
    if isIgnored, !isFault { return }
    let isDefault = address == 0 || isIgnored  // SIG_DFL
    if isDefault || previous.pointee.sa_flags & Int32(bitPattern: UInt32(SA_RESETHAND)) != 0 {
      var action = sigaction()
      sigaction(signal, &action, nil)
      // A fault occurs again when this handler returns, and ends the process. A signal that was sent does not.
      if isDefault {
        if !isFault { raise(signal) }
        return
      }
    }
    if previous.pointee.sa_flags & SA_SIGINFO != 0 {
      previous.pointee.signalHandler?(signal, info, context)
    } else {
      previous.pointee.plainHandler?(signal)
    }
  }
}
