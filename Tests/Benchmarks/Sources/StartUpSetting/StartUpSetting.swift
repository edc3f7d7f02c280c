import NamespacedDefaults

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

enum Account: BoolDefaultSettable {
  enum BoolKey: String { case isUserLoggedIn }
}

/// A program that reads one setting through the library.
@main
enum StartUpSetting {
  static func main() {
    exit(Account.bool(forKey: .isUserLoggedIn) ? 1 : 0)
  }
}
