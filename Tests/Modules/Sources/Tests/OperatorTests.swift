import Feature
import NamespacedDefaults
import NamespacedDefaultsTesting
import Operators
import Testing

infix operator ?= : AssignmentPrecedence

/// The operators of the library beside others of the same names.
@Suite(.isolatedDefaults)
struct OperatorTests {
  @Test func aModuleHasOperatorsOfItsOwn() {
    #expect(useOwnOperators() == [2, 7, 13])
  }

  @Test func aModuleTakesTheOperatorsOfTwoLibraries() {
    var (number, optional): (Int, Int?) = (0, nil)
    number++
    ++number
    optional ?= 7
    optional ?= 8
    Defaults["size"] ?= 12
    Defaults["size"] ?= 14
    Defaults["size"]++
    #expect([number, optional, Defaults["size"].int] == [2, 7, 13])
  }
}
