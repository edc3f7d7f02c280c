// The parts of a signal's action and of its information that C libraries name differently.
import NamespacedDefaultsPlatform

/// A signal handler that gets information about the signal.
typealias SignalHandler =
  @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) -> Void

extension sigaction {
  var signalHandler: SignalHandler? {
    get {
      #if canImport(Darwin) || os(FreeBSD)
        __sigaction_u.__sa_sigaction
      #elseif canImport(Glibc)
        __sigaction_handler.sa_sigaction
      #elseif canImport(Android)
        sa_sigaction
      #else
        __sa_handler.sa_sigaction
      #endif
    }
    set {
      #if canImport(Darwin) || os(FreeBSD)
        __sigaction_u.__sa_sigaction = newValue
      #elseif canImport(Glibc)
        __sigaction_handler.sa_sigaction = newValue
      #elseif canImport(Android)
        sa_sigaction = newValue
      #else
        __sa_handler.sa_sigaction = newValue
      #endif
    }
  }

  /// The address of either handler; 0 stands for the default action and 1 for none.
  var handlerAddress: UInt {
    // The two handlers have the same place, and the size of a pointer.
    unsafeBitCast(signalHandler, to: UInt.self)
  }

  /// The handler that gets no information about the signal, in the same place.
  var plainHandler: (@convention(c) (Int32) -> Void)? {
    unsafeBitCast(signalHandler, to: (@convention(c) (Int32) -> Void)?.self)
  }
}

extension siginfo_t {
  /// Whether the signal comes from an access to memory, and was not sent.
  var isFault: Bool {
    #if canImport(Darwin)
      si_code != SI_USER
    #elseif os(FreeBSD)
      si_code > 0 && si_code < SI_USER
    #else
      si_code > 0
    #endif
  }

  /// The address that was accessed.
  var faultAddress: UInt {
    #if canImport(Darwin) || os(FreeBSD)
      UInt(bitPattern: si_addr)
    #else
      // `si_addr`, which each C library of Linux names differently: at a multiple of its size after three integers.
      withUnsafeBytes(of: self) { $0.load(fromByteOffset: UInt.bitWidth == 64 ? 16 : 12, as: UInt.self) }
    #endif
  }
}
