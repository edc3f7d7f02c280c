// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Operators that a module declares for itself, with names that the library has too.

import NamespacedDefaults

precedencegroup DefaultingPrecedence {
  associativity: left
  lowerThan: TernaryPrecedence
  assignment: true
}

infix operator ?= : DefaultingPrecedence
prefix operator ++
postfix operator ++

nonisolated func ?= <Value>(optional: inout Value?, value: Value) { optional = optional ?? value }

nonisolated postfix func ++ (number: inout Int) { number += 1 }

nonisolated prefix func ++ (number: inout Int) { number += 1 }

public nonisolated func useOwnOperators() -> [Int?] {
  var (number, optional): (Int, Int?) = (0, nil)
  number++
  ++number
  optional ?= 7
  optional ?= 8
  Defaults["size"] ?= 12
  Defaults["size"] ?= 14
  Defaults["size"]++
  return [number, optional, Defaults["size"].int]
}
