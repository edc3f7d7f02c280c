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

  var plainHandler: (@convention(c) (Int32) -> Void)? {
    #if canImport(Darwin) || os(FreeBSD)
      __sigaction_u.__sa_handler
    #elseif canImport(Glibc)
      __sigaction_handler.sa_handler
    #elseif canImport(Android)
      sa_handler
    #else
      __sa_handler.sa_handler
    #endif
  }

  /// The address of either handler; 0 stands for the default action and 1 for none.
  var handlerAddress: UInt {
    // The two handlers have the same place, and the size of a pointer.
    unsafeBitCast(signalHandler, to: UInt.self)
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
    get {
      #if canImport(Darwin) || os(FreeBSD)
        UInt(bitPattern: si_addr)
      #else
        withUnsafeBytes(of: self) { $0.load(fromByteOffset: Self.addressOffset, as: UInt.self) }
      #endif
    }
    set {
      #if canImport(Darwin) || os(FreeBSD)
        si_addr = UnsafeMutableRawPointer(bitPattern: newValue)
      #else
        withUnsafeMutableBytes(of: &self) {
          $0.storeBytes(of: newValue, toByteOffset: Self.addressOffset, as: UInt.self)
        }
      #endif
    }
  }

  #if !canImport(Darwin) && !os(FreeBSD)
    /// The offset of `si_addr`, which each C library of Linux names differently: at a multiple of its size after three integers.
    private static var addressOffset: Int { UInt.bitWidth == 64 ? 16 : 12 }
  #endif
}
