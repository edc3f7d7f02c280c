// The part of Foundation that needs no ICU, under one name for the other modules of the package; all of Foundation where
// it has no parts.
//
// It is no part of the library, and a program that imports the library sees nothing of it.
#if canImport(FoundationEssentials)
  @_exported public import FoundationEssentials
#else
  @_exported public import Foundation
#endif
