#if UserDefaults
  import Foundation
  import TestSupport
  import Testing

  @testable import NamespacedDefaults

  /// A suite of a test's own whose `UserDefaults` posts each change as Apple's does.
  ///
  /// `@unchecked Sendable`: a `UserDefaults` is thread-safe, but corelibs does not declare it Sendable.
  final class PostingSuite: @unchecked Sendable {
    let defaults: PostingUserDefaults
    let store: UserDefaultsStore
    private let suite: TemporarySuite

    init(_ rules: UserDefaultsRules = .ofPlatform, notification: (any SuiteNotification)? = nil) throws {
      suite = try TemporarySuite()
      defaults = try #require(PostingUserDefaults(suiteName: suite.name))
      defaults.managedSuite.change { [suite] in $0 = suite.name }
      // Not the suite's own store, because it takes changes from no other center.
      store = UserDefaultsStore(
        domain: UserDefaultsDomain(
          defaults,
          name: suite.name,
          center: defaults.center,
          notification: notification,
          rules: rules
        )
      )
    }
  }

  /// A `UserDefaults` that posts each change on the thread that makes it, before the call returns, and counts the reads.
  class PostingUserDefaults: UserDefaults {
    let center = NotificationCenter()
    let readCount = Lockbox(0)

    override func set(_ value: Any?, forKey name: String) {
      super.set(value, forKey: name)
      center.post(name: UserDefaults.didChangeNotification, object: self)
    }

    override func removeObject(forKey name: String) {
      super.removeObject(forKey: name)
      center.post(name: UserDefaults.didChangeNotification, object: self)
    }

    override func object(forKey name: String) -> Any? {
      readCount.change { $0 += 1 }
      return super.object(forKey: name)
    }

    override func persistentDomain(forName name: String) -> [String: Any]? {
      let domain = super.persistentDomain(forName: name)
      count(domain?.count ?? 0)
      return domain
    }

    override func dictionaryRepresentation() -> [String: Any] {
      let values = super.dictionaryRepresentation()
      count(values.count)
      return values
    }

    /// The name of the suite's value that an administrator has set.
    static let managedName = "managed"
    /// The name of the program's value that an administrator has set.
    static let managedNameOfProgram = "managed for the program"
    /// The name of the suite that has a managed value.
    let managedSuite = Lockbox<String?>(nil)

    override func objectIsForced(forKey name: String) -> Bool { name == Self.managedNameOfProgram }

    override func objectIsForced(forKey name: String, inDomain suite: String) -> Bool {
      name == Self.managedName && suite == managedSuite.value
    }

    private func count(_ reads: Int) { readCount.change { $0 += reads } }
  }
#endif
