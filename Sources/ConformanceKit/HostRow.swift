/// A row of the kit's table that judges a host and no transport.
///
/// Its subject is a host whose transports do harm on command, so no run of the kit plays it: the tests of Hookswitch's own host do.
public struct HostRow: Sendable, Hashable {
  /// A file of tests, below the folder `Tests` of Hookswitch's sources.
  public struct File: Sendable, Hashable {
    /// Its path.
    public let path: String
    /// The functions in it that play the row.
    public let functions: [String]

    init(_ path: String, _ functions: String...) { (self.path, self.functions) = (path, functions) }
  }

  /// Its name, as in `iso.crash`.
  public let id: String
  /// The property that it shows, in one sentence.
  public let title: String
  /// The tests that play it.
  public let files: [File]

  private init(_ id: String, _ title: String, _ files: File...) { (self.id, self.title, self.files) = (id, title, files) }

  /// The reason why no run of the kit plays a row.
  public static let reason = "a row for hosts, which the tests of Hookswitch's own host play"

  private static let supervision = "TransportLoaderTests/Supervision/"
  private static let isolation = "TransportLoaderTests/Isolation/"

  /// All rows for hosts.
  static let all: [HostRow] = [
    HostRow(
      "iso.crash", "A signal in any function, timer, tick or thread of a transport ends its calls once, and no others",
      File(
        supervision + "FaultTests.swift", "faults1To9ACrashIsALossThatNamesTheSignalTheFunctionAndThePlace",
        "fault12ACrashInInitNamesTheStep"),
      File(
        isolation + "IsolatedAudioTests.swift", "Faults 10 and 11: a crash in tick, formats, attach and detach gives the rings back"),
      File("TransportLoaderTests/IsolationTests.swift", "instancesOfOneTransportShareAProcess"),
      File("HookswitchTests/IsolatedProviderTests.swift", "func killed", "func quarantine")),
    HostRow(
      "iso.exit", "A transport that ends its process ends its calls once, and no others",
      File(supervision + "FaultTests.swift", "faults14And15And22OtherEnds", "fault13AnEndInDestroyDelaysNoQuit")),
    HostRow(
      "iso.hang", "A transport that does not return is lost in time, whatever it blocks",
      File(supervision + "FaultTests.swift", "faults16To18AHang", "\"arrest\""),
      File(isolation + "IsolatedAudioTests.swift", "aPluginThatHangsLosesItsProcessAndNoRings")),
    HostRow(
      "iso.stop", "A transport whose process stands still is lost in time",
      File(supervision + "FaultTests.swift", "faults16To18AHang", "\"stop\""),
      File(supervision + "PulseTests.swift", "fault18ARunnerThatStopsWhileACallIsOpenIsLostWithin4Seconds")),
    HostRow(
      "iso.orphan", "A host that dies at any moment leaves no process, and calls end on the wire",
      File(supervision + "HostDeathTests.swift", "fault33AfterKill9OfTheHostNobodyIsLeft"),
      File(supervision + "OrphanTests.swift", "fault33AHungRunnerWithoutAHostIsEndedByTheKernel")),
    HostRow(
      "iso.forge", "A process that breaks the protocol is lost with a sentence, and the host believes nothing of it",
      File(supervision + "ForgeTests.swift", "eachFrameFaultIsALossWithASentence"),
      File(
        supervision + "FaultTests.swift", "fault23RubbishWhereNoFrameIsHarmsNobody", "faults23And24RubbishInTheChannelIsALoss")),
    HostRow(
      "iso.flood", "A process that reports, logs, prints or wakes without end costs bounded memory and delays nobody",
      File(
        supervision + "BoundTests.swift", "fault27IncomingCallsBeyondTheBoundAreRefused", "fault27ReportsWithoutEndEndTheProcess",
        "fault28LogMessagesAreDroppedAndCounted", "fault28PrintedLinesAreDroppedAndCounted", "fault29WakesWithoutEndAreALoss",
        "aRunnerThatTakesNoOrdersGetsNoMoreCallsAndIsLost")),
    HostRow(
      "iso.limits", "A transport at a limit of its process harms itself alone",
      File(
        "TransportLoaderTests/Modes/RunnerLimitTests.swift", "memoryWithoutEndIsALossAtTheLimit",
        "descriptorsWithoutEndAreErrorsOfThePluginAndItsCallsGoOn"),
      File(supervision + "PulseTests.swift", "fault19AThreadThatSpinsIsAWarningOnceAMinute")),
    HostRow(
      "iso.sandbox", "A transport reaches what its manifest names and nothing else, from its first line of code on",
      File(
        isolation + "SandboxTests.swift", "withoutNeedsATransportReachesNothingOutsideItsProcess", "aNeedGrantsWhatItNamesAndNothingElse",
        "noSignalReachesTheHostOrAnotherRunner", "theGapsOfEachKernelAreSentences"),
      File(isolation + "SandboxOrderTests.swift", "theSandboxIsThereBeforeTheLibrarysFirstLine")),
    HostRow(
      "iso.leak", "Hundreds of deaths and upgrades leave no descriptor, thread, mapping or process",
      File(
        supervision + "LeakTests.swift", "twoHundredDeathsLeaveNothingAndTheHostNeverOpensTheLibrary", "twoHundredUpgradesLeaveNothing",
        "fiftyUpgradesWithTwoProcessesLeaveNothing")),
  ]
}
