import Foundation
import Locking
import Testing
import TransportRunner

@testable import TransportLoader

/// Hosts and runners with one fault each: the test of the row that the mutants' table names must fail (docs/kill-matrix.md).
///
/// Two mutants have their tests elsewhere: h12 in `LeakTests`, because it needs a process of its own, and h13 in the kit's tests.
@Suite(.enabled(if: IsolatedStage.helper != nil, "hookswitch-helper is not built"), .serialized) struct HostMutantTests {
  /// A mutant, and the test that must fail.
  struct Mutant: CustomTestStringConvertible, Sendable {
    let name: String
    let row: String
    let test: @Sendable () throws -> Void

    init(_ name: String, _ row: String, _ test: @escaping @Sendable () throws -> Void) {
      (self.name, self.row, self.test) = (name, row, test)
    }

    var testDescription: String { "\(name) \(row)" }

    /// Runs the test with the fault; true when it failed.
    func isKilled() throws -> Bool {
      let isKilled = Locked(false)
      try withKnownIssue("\(name) is killed by \(row)", isIntermittent: true) {
        try Planted.$host.withValue(HostFlaw(rawValue: name)) {
          try Planted.$runner.withValue(RunnerFlaw(rawValue: name)) { try test() }
        }
      } matching: { _ in
        isKilled.withLock { $0 = true }
        return true
      }
      return isKilled.withLock { $0 }
    }
  }

  private static func forge(_ name: String) -> @Sendable () throws -> Void {
    {
      let lie = try #require(ForgeTests.lies.first { $0.name == name })
      try ForgeTests().eachFrameFaultIsALossWithASentence(lie: lie)
    }
  }

  static let mutants: [Mutant] = [
    Mutant("h01", "iso.crash") { try IsolationTests().instancesOfOneTransportShareAProcess() },
    Mutant("h02", "iso.exit") {
      try FaultTests().faults14And15And22OtherEnds(kind: "exit 7", reason: "its process ended with code 7 in")
    },
    Mutant("h03", "iso.stop") { try FaultTests().faults16To18AHang(kind: "stop", reason: "did not return in time") },
    Mutant("h03", "iso.hang") { try FaultTests().faults16To18AHang(kind: "arrest", reason: "its process did not return in time") },
    Mutant("h04", "iso.orphan") { try OrphanTests().fault33AHungRunnerWithoutAHostIsEndedByTheKernel() },
    Mutant("h05", "iso.forge", forge("an instance that never was")),
    Mutant("h06", "iso.forge", forge("an answer to what was not asked")),
    Mutant("h07", "iso.forge", forge("an epoch ahead")),
    Mutant("h08", "iso.forge", forge("a byte of a body")),
    Mutant("h09", "iso.forge", forge("descriptors unannounced")),
    Mutant("h10", "iso.flood") { try BoundTests().fault27ReportsWithoutEndEndTheProcess(count: 200_000) },
    Mutant("h11", "iso.sandbox") { try SandboxOrderTests().theSandboxIsThereBeforeTheLibrarysFirstLine() },
    Mutant("h14", "iso.limits") { try RunnerLimitTests().descriptorsWithoutEndAreErrorsOfThePluginAndItsCallsGoOn() },
  ]

  @Test(arguments: mutants) func aMutantIsKilledByItsRow(mutant: Mutant) throws {
    #expect(try mutant.isKilled(), "\(mutant.row) passes with \(mutant.name)")
  }

  /// The rows of `Tests/Mutants/hosts.tsv`: mutant, row, fault.
  private static var table: [[String]] {
    get throws {
      let file = #filePath.components(separatedBy: "/TransportLoaderTests/")[0] + "/Mutants/hosts.tsv"
      return try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }
        .map { $0.split(separator: "\t").map(String.init) }
    }
  }

  @Test func theTableNamesEachMutantAndItsRow() throws {
    let table = try Self.table.filter { $0[0].hasPrefix("h") }
    let flaws = Set(HostFlaw.allCases.map(\.rawValue)).union(RunnerFlaw.allCases.map(\.rawValue))
    #expect(Set(table.map { $0[0] }) == flaws && flaws.count == 14)
    #expect(table.allSatisfy { $0.count == 3 })
    let rows = Dictionary(grouping: Self.mutants, by: \.name).mapValues { Set($0.map(\.row)) }
    for row in table where !["h12", "h13"].contains(row[0]) {
      #expect(rows[row[0]] == Set(row[1].split(separator: ",").map(String.init)), "\(row[0])")
    }
  }
}
