#if Postgres
  #if canImport(FoundationEssentials)
    import FoundationEssentials
  #else
    import Foundation
  #endif
  import NamespacedDefaultsPlatform

  /// The time since the machine was started, in which no power was lost.
  enum Boot {
    /// What no other boot of the machine has.
    static let identity = ofSystem ?? UUID().uuidString

    #if canImport(Darwin)
      private static var ofSystem: String? {
        var text = [UInt8](repeating: 0, count: 64)
        var size = text.count
        guard sysctlbyname("kern.bootsessionuuid", &text, &size, nil, 0) == 0 else { return nil }
        return String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
      }
    #else
      private static var ofSystem: String? {
        try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
      }
    #endif
  }
#endif
