// What every file of the tool uses of the system, in one place. The tool does without the whole of Foundation, which would
// make up most of it. Nobody imports this module, so that nothing leaks from it.

#if canImport(FoundationEssentials)
  @_exported import FoundationEssentials
#else
  @_exported import Foundation
#endif

#if canImport(Glibc)
  @_exported import Glibc
#elseif canImport(Musl)
  @_exported import Musl
#elseif canImport(Android)
  @_exported import Android
#endif
