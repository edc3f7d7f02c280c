#if UserDefaults
  import Foundation

  /// The classes whose objects may be in an archive, besides that of the archived object.
  ///
  /// `@unchecked Sendable`: a class is the same for every thread.
  struct ArchivedClasses: @unchecked Sendable {
    static let none = Self(others: [])
    let others: [any (NSObject & NSSecureCoding).Type]
  }
#endif
