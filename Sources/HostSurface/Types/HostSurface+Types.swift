internal import CallControl

extension HostSurface {
  /// Returns the declaration of a type.
  package static func declaration(of type: TypeName) -> TypeDeclaration {
    switch type {
    case .int, .bool, .object, .text, .uuid, .time, .seconds, .handleArg, .callRef: .scalar(rule(of: type))
    case .hello: .hello
    case .hostStatus: .hostStatus
    case .problem: .problem
    case .reload: .reload
    case .line: .line
    case .policy: .policy
    case .policyDeadlines: .policyDeadlines
    case .lineAudio: .lineAudio
    case .handle: .handle
    case .call: .call
    case .callEnd: .callEnd
    case .transportError: .transportError
    case .request: .request
    case .actionResult: .actionResult
    case .refusal: .refusal
    case .action: .action
    case .recording: .recording
    case .stream: .stream
    case .provider: .provider
    case .providerConfiguration: .providerConfiguration
    case .callButton: .callButton
    case .transport: .transport
    case .transportProcess: .transportProcess
    case .callUpdate: .callUpdate
    case .verdict: .verdict
    case .historyCall: .historyCall
    case .historyFilter: .historyFilter
    case .historyChange: .historyChange
    case .contact: .contact
    case .contactInput: .contactInput
    case .contactHandle: .contactHandle
    case .importReport: .importReport
    case .blockRule: .blockRule
    case .decision: .decision
    case .decisionStep: .decisionStep
    case .doNotDisturb: .doNotDisturb
    case .schedule: .schedule
    case .directory: .directory
    case .loadReport: .loadReport
    case .directoryError: .directoryError
    case .directoryEntry: .directoryEntry
    case .grant: .grant
    case .cursor: .cursor
    case .subscription: .subscription
    case .state: .state
    case .record: .record
    case .session: .session
    case .preview: .preview
    case .previewStep: .previewStep
    case .refusedEntry: .refusedEntry
    case .callLevel: .callLevel
    case .tracePage: .tracePage
    case .traceEntry: .traceEntry
    case .messageTrace: .messageTrace
    case .providerLoss: .providerLoss
    case .callFilter: .callFilter
    case .callPage: .callPage
    case .callTotals: .callTotals
    case .health: .health
    case .clusterStatus: .clusterStatus
    case .clusterEngine: .clusterEngine
    case .clusterNode: .clusterNode
    case .clusterLoad: .clusterLoad
    case .clusterPlace: .clusterPlace
    case .clusterLoan: .clusterLoan
    case .clusterStray: .clusterStray
    case .clusterRecord: .clusterRecord
    case .clusterLine: .clusterLine
    case .right, .origin, .wait, .requestState, .hostState, .processState, .storeState, .providerKind, .standing, .capability, .reportKind,
      .outcome, .blockKind, .blockEffect, .ring, .dndMode, .dndEffect, .weekday, .sourceKind, .enabledStatus, .directoryState,
      .directoryErrorCode, .logLevel, .topic, .actionKind, .declineReason, .autoResume, .transferRequestPolicy, .callState, .endReason,
      .endCause,
      .audioReason, .answerChoice, .screenVerdict, .direction, .errorCode, .sessionRole, .sessionRight, .previewOutcome, .refusedKind,
      .metricsFormat, .callSort, .clusterState, .lineStanding, .drainEnd:
      .words(words(of: type))
    }
  }

  /// Returns the words of an enumeration; none for another type.
  private static func words(of type: TypeName) -> [String] {
    switch type {
    case .right: words(Right.self)
    case .origin: words(RequestOrigin.self)
    case .wait: words(RequestWait.self)
    case .requestState: words(RequestState.self)
    case .hostState: words(HostState.self)
    case .processState: ["starting", "running", "draining"]
    case .storeState: ["good", "readOnly", "full", "off", "recovered"]
    case .providerKind: words(ProviderKind.self)
    case .standing: ["ready", "notReady", "quarantined"]
    case .capability: ["holding", "grouping", "ungrouping", "dtmf", "transfer", "deflect", "audio", "video"]
    case .reportKind: words(ReportKind.self)
    case .outcome: words(CallRecord.Outcome.self)
    case .blockKind: ["exact", "prefix", "pattern", "withheld", "unknown", "all"]
    case .blockEffect: ["block", "silence", "allow"]
    case .ring: ["ring", "silence", "refuse"]
    case .dndMode: ["off", "on", "schedule"]
    case .dndEffect: ["refuse", "silence"]
    case .weekday: ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    case .sourceKind: ["plugin", "executable", "file"]
    case .enabledStatus: ["unknown", "disabled", "enabled"]
    case .directoryState: ["idle", "loading", "failed"]
    case .directoryErrorCode:
      [
        "unknown", "noExtensionFound", "loadingInterrupted", "entriesOutOfOrder", "duplicateEntries", "maximumEntriesExceeded",
        "extensionDisabled", "currentlyLoading", "unexpectedIncrementalRemoval", "invalidNumber", "invalidLabel", "cancelled",
      ]
    case .logLevel: words(LogLevel.self)
    case .topic: words(Topic.self)
    case .actionKind: words(ActionKind.self)
    case .declineReason: words(Decline.Reason.self)
    case .autoResume: words(AutoResume.self)
    case .transferRequestPolicy: words(TransferRequestPolicy.self)
    case .callState: words(CallState.self)
    case .endReason: words(EndReason.self)
    case .endCause: EndCause.words.sorted()
    case .audioReason: words(AudioReason.self)
    case .answerChoice: words(AnswerChoice.self)
    case .screenVerdict: words(ScreenVerdict.self)
    case .direction: words(Direction.self)
    case .errorCode: words(CallError.Code.self)
    case .sessionRole: words(SessionRole.self)
    case .sessionRight: words(SessionRight.self)
    case .previewOutcome: words(PreviewOutcome.self)
    case .refusedKind: words(RefusedKind.self)
    case .metricsFormat: words(MetricsFormat.self)
    case .callSort: words(CallSort.self)
    case .clusterState: words(ClusterState.self)
    case .lineStanding: ["mine", "borrowed", "cutOff", "draining", "elsewhere", "lent", "vacant"]
    case .drainEnd: words(DrainEnd.self)
    default: []
    }
  }

  private static func words<Words: CaseIterable & RawRepresentable>(_ type: Words.Type) -> [String] where Words.RawValue == String {
    type.allCases.map(\.rawValue)
  }

  /// Returns the rule of a scalar type, in words.
  private static func rule(of type: TypeName) -> String {
    switch type {
    case .int: "a whole number of 64 bits"
    case .bool: "true or false"
    case .object: "any JSON object"
    case .text: "UTF-8 string, at most 4,096 bytes unless a method says more (`vcard` 4 MiB, `digits` 512), no NUL"
    case .uuid: "written upper-case with dashes, read in either case"
    case .time: "RFC 3339, UTC, milliseconds: `2026-11-22T12:00:00.123Z`"
    case .seconds: "number, 0 to 86,400"
    case .handleArg: "Text as `Handle(parsing:)` reads it, or a `Handle`"
    case .callRef:
      "a UUID, a prefix of at least 4 hex digits that fits one live call, or `active`, `held`, `ringing`, `newest` (the newest of that "
        + "state on `main`); resolved by the host under the line's lock. None fits: -32000 `unknownCallUUID`; several: `ambiguous`"
    default: ""
    }
  }
}
