// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// A module that has nothing to do with the library and exports operators of the same names, `?=` in another precedence
// group than the library's.

precedencegroup OptionalAssignmentPrecedence {
  associativity: right
  lowerThan: AssignmentPrecedence
  assignment: true
}

infix operator ?= : OptionalAssignmentPrecedence
prefix operator ++
postfix operator ++

public nonisolated func ?= <Value>(optional: inout Value?, value: Value) { optional = optional ?? value }

@discardableResult
public nonisolated prefix func ++ (number: inout Int) -> Int {
  number += 1
  return number
}

@discardableResult
public nonisolated postfix func ++ (number: inout Int) -> Int {
  defer { number += 1 }
  return number
}
