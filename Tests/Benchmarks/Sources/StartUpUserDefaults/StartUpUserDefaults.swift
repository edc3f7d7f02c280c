import Foundation

/// A program that reads one setting from `UserDefaults`.
@main
enum StartUpUserDefaults {
  static func main() {
    exit(UserDefaults.standard.bool(forKey: "Account.isUserLoggedIn") ? 1 : 0)
  }
}
