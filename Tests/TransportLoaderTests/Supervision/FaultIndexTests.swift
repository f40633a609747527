import Foundation
import Testing

/// The faults that isolation must outlast, by number, and the tests that show each of them.
///
/// `RemainsTests` repeats them beside a call of another provider, and counts what is left.
struct FaultIndexTests {
  private static let loader = "TransportLoaderTests/"

  struct Row: CustomTestStringConvertible, Sendable {
    let faults: ClosedRange<Int>
    let what: String
    let file: String
    let tests: [String]

    init(_ faults: ClosedRange<Int>, _ what: String, _ file: String, _ tests: [String]) {
      (self.faults, self.what, self.file, self.tests) = (faults, what, file, tests)
    }

    var testDescription: String { "\(faults) \(what)" }
  }

  static let rows: [Row] = [
    Row(
      1...9, "a signal in a function or a timer", loader + "Supervision/FaultTests.swift",
      ["faults1To9ACrashIsALossThatNamesTheSignalTheFunctionAndThePlace"]),
    Row(
      10...11, "a crash in tick, attach, formats, detach", loader + "Isolation/IsolatedAudioTests.swift",
      ["Faults 10 and 11: a crash in tick, formats, attach and detach gives the rings back", "aPluginThatHangsLosesItsProcessAndNoRings"]),
    Row(
      10...11, "the sound of another provider", "HookswitchTests/Audio/IsolatedAudioTests.swift",
      ["P1: the kill of a process with many calls returns their rings, and the other provider's sound goes on"]),
    Row(
      12...13, "a crash in init, in destroy", loader + "Supervision/FaultTests.swift",
      ["fault12ACrashInInitNamesTheStep", "fault13AnEndInDestroyDelaysNoQuit"]),
    Row(14...15, "a damaged heap, an exit", loader + "Supervision/FaultTests.swift", ["faults14And15And22OtherEnds"]),
    Row(16...18, "a hang, SIGSTOP", loader + "Supervision/FaultTests.swift", ["faults16To18AHang"]),
    Row(
      18...18, "the times of a loss", loader + "Supervision/PulseTests.swift",
      ["fault18ARunnerThatStopsWhileACallIsOpenIsLostWithin4Seconds"]),
    Row(19...19, "a thread that spins", loader + "Supervision/PulseTests.swift", ["fault19AThreadThatSpinsIsAWarningOnceAMinute"]),
    Row(
      20...21, "memory, descriptors to the limit", loader + "Modes/RunnerLimitTests.swift",
      ["memoryWithoutEndIsALossAtTheLimit", "descriptorsWithoutEndAreErrorsOfThePluginAndItsCallsGoOn"]),
    Row(22...22, "it closes all its descriptors", loader + "Supervision/FaultTests.swift", ["faults14And15And22OtherEnds"]),
    Row(
      23...26, "random bytes in the channel, rubbish on the socket", loader + "Supervision/FaultTests.swift",
      ["fault23RubbishWhereNoFrameIsHarmsNobody", "faults23And24RubbishInTheChannelIsALoss"]),
    Row(
      25...26, "random bytes in regions", "CallAudioTests/Engine/SharedRingTests.swift",
      ["Faults 25 and 26: a process that overwrites its rings for ever makes noise in its own calls alone"]),
    Row(
      24...26, "rubbish and descriptors on the socket", "RunnerChannelTests/SocketTests.swift",
      ["whatIsNoMessageIsRubbish", "(.shut, 253)"]),
    Row(
      27...30, "floods", loader + "Supervision/BoundTests.swift",
      [
        "fault27IncomingCallsBeyondTheBoundAreRefused", "fault27ReportsWithoutEndEndTheProcess", "fault28LogMessagesAreDroppedAndCounted",
        "fault28PrintedLinesAreDroppedAndCounted", "fault29WakesWithoutEndAreALoss", "fault30WordsAboutWhatNeverWasAreCounted",
        "fault30MoreThan1000In10SecondsAreALoss",
      ]),
    Row(
      31...32, "kill, SIGTERM and ptrace of the host; a child", loader + "Isolation/SandboxTests.swift",
      ["noSignalReachesTheHostOrAnotherRunner", "withoutNeedsATransportReachesNothingOutsideItsProcess", "aChildEndsWithItsRunner"]),
    Row(
      33...33, "kill -9 of the host", loader + "Supervision/OrphanTests.swift",
      ["fault33WithoutItsHostItEndsItsCallsAndItself", "fault33AHungRunnerWithoutAHostIsEndedByTheKernel"]),
    Row(
      34...36, "a helper that is missing, not trusted, too old; no process; another library", loader + "Modes/RunnerTableTests.swift",
      [
        "withoutAHelperItRunsInsideOrIsRefused", "aProcessThatTheSystemDoesNotGiveIsALoss",
        "aLibraryThatIsReplacedAfterTheScanIsRefusedByTheRunner",
      ]),
    Row(34...36, "the same through the command", "CommandTests/Isolation/RunIsolationTests.swift", ["Fault 34", "Fault 36"]),
    Row(
      27...27, "a flood through a whole host", loader + "Supervision/HostFloodTests.swift",
      ["fault27AHostAnswersWithinASecondWhileAProcessFloodsIt"]),
    Row(37...37, "three losses", "HookswitchTests/IsolatedProviderTests.swift", ["func quarantine", "func emergency"]),
    Row(
      38...43, "upgrades that fail", loader + "Isolation/UpgradeTests.swift",
      [
        "aRefusedNewVersionLeavesTheOldOneAsItWas", "aFileThatIsNoVersionOfTheTransportIsRefused",
        "anOldVersionThatDiesInGiveIsALossAndTheNewOneBegins", "anOldVersionThatEndsInSettleIsNoLoss",
      ]),
    Row(
      44...44, "a sleep of 8 h", loader + "Supervision/PulseTests.swift",
      ["fault44AfterASleepOf8HoursNobodyIsLost", "fault44EachTimeOutThatKillsUsesTheClockThatStandsInSleep"]),
    Row(
      44...44, "timers after a sleep", loader + "Isolation/KitClockTests.swift", ["aPeriodicTimerRunsOnceAPeriodAndOnceForAJump"]),
    Row(
      45...45, "a secret that no setting names", loader + "Isolation/IsolatedServiceTests.swift",
      ["onlyASecretThatASettingNamesIsServed"]),
  ]

  /// A sleep of the machine (fault 44) cannot be made; the tests of its row have a virtual clock.
  @Test func eachFaultButTheSleepIsRepeatedBesideACallOfAnotherProvider() {
    #expect(Set(RemainsTests.deeds.flatMap { Array($0.faults) }) == Set(1...45).subtracting([44]))
  }

  @Test(arguments: rows) func eachFaultHasItsTest(row: Row) throws {
    let tests = #filePath.components(separatedBy: "/TransportLoaderTests/")[0]
    let text = try String(contentsOfFile: tests + "/" + row.file, encoding: .utf8)
    for test in row.tests { #expect(text.contains(test), "\(test)") }
  }

  @Test func noFaultIsLeftOut() {
    #expect(Set(Self.rows.flatMap { Array($0.faults) }) == Set(1...45))
  }
}
