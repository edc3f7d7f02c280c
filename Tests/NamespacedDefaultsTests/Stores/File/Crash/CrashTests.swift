import Foundation
import TestSupport
import Testing

@testable import NamespacedDefaults

/// Everything that a loss of power or a kill may leave of small workloads, and a part of it of large ones.
@Suite struct CrashTests {
  private static let workloads =
    isThorough ? CrashWorkload.all.flatMap { [$0, $0.with(.processKill)] } : CrashWorkload.all

  @Test func aLossOfPowerInRandomWorkloadsLeavesWhatWasAcknowledged() throws {
    for seed in 1...UInt64(faultRounds) {
      for model in SimulatedDisk.Model.allCases {
        var check = try CrashCheck(CrashWorkload.random(seed), model, seed: seed, limit: 4)
        try check.checkLossesOfPower()
        try check.checkKills()
        report(check, seed)
      }
    }
  }

  @Test(arguments: workloads, SimulatedDisk.Model.allCases)
  func aLossOfPowerLeavesWhatWasAcknowledged(workload: CrashWorkload, model: SimulatedDisk.Model) throws {
    for seed in 1...UInt64(faultRounds) {
      // Of each moment at most 2 states by default, and more where the rounds are.
      var check = try CrashCheck(workload, model, seed: seed, limit: min(100, 2 * faultRounds))
      try check.checkLossesOfPower()
      report(check, seed)
    }
  }

  /// The files are read with system calls, as where they cannot be mapped.
  @Test func aLossOfPowerLeavesAsMuchOfFilesThatAreNotMapped() throws {
    try MappedHeader.$mapsFiles.withValue(false) {
      for (index, workload) in CrashWorkload.all.enumerated() where isThorough || index.isMultiple(of: 2) {
        var check = try CrashCheck(workload, seed: 1, limit: faultRounds)
        try check.checkLossesOfPower()
        try check.checkKills()
        report(check, 1)
      }
    }
  }

  @Test(arguments: workloads)
  func aKillLeavesEveryWriteThatHadReturned(workload: CrashWorkload) throws {
    var check = try CrashCheck(workload, seed: 0)
    try check.checkKills()
    report(check, 0)
  }

  private func report(_ check: CrashCheck, _ seed: UInt64) {
    if faultRounds > 1 { print("\(check.stateCount) states of \(check.workload.name), seed \(seed)") }
    #expect(check.stateCount > 0)
    #expect(
      check.violations.isEmpty,
      """
      \(check.workload.name), seed \(seed): \(check.violations.count) of \(check.stateCount) states
      \(check.violations.prefix(3).joined(separator: "\n"))
      """
    )
  }
}
