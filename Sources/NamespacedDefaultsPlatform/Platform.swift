// The C library of the platform, under one name for the other modules of the package.
//
// Swift shows to a file only what the file imports, so that without this module each file that calls the C library would
// list all of them. It is no part of the library: the library imports it internally, so that nothing of it, nor of the C
// library, reaches a program.

#if canImport(Darwin)
  @_exported public import Darwin
#elseif canImport(Glibc)
  @_exported public import Glibc
#elseif canImport(Musl)
  @_exported public import Musl
#elseif canImport(Android)
  @_exported public import Android
#endif
