#if canImport(SwiftUI)
  public import NamespacedDefaults
  import SwiftUI

  #if os(macOS)
    public import AppKit

    /// A color can be stored, as a secure keyed archive.
    ///
    /// What the archive keeps of a color that adapts, such as one of an asset catalog, is up to the system.
    extension NSColor: DefaultsSerializable {}

    extension Color {
      /// Creates a color from the archive of an `NSColor`.
      init(fromArchive stored: PropertyListValue) throws {
        self.init(nsColor: try .value(fromPropertyList: stored))
      }
    }
  #else
    public import UIKit

    /// A color can be stored, as a secure keyed archive.
    ///
    /// What the archive keeps of a color that adapts, such as one of an asset catalog, is up to the system.
    extension UIColor: DefaultsSerializable {}

    extension Color {
      /// Creates a color from the archive of a `UIColor`.
      init(fromArchive stored: PropertyListValue) throws {
        self.init(uiColor: try .value(fromPropertyList: stored))
      }
    }
  #endif
#endif
