/// A topic of subscriptions.
package enum Topic: String, CaseIterable, Sendable {
  case host, line, provider, audio, doNotDisturb, directory, missed
  case call, history, store, request, log, journal

  /// The key of a state topic's values; nil for a topic of records.
  package var stateKey: String? {
    switch self {
    case .host: "`host`"
    case .line: "the line"
    case .provider: "the provider"
    case .audio: "the line"
    case .doNotDisturb: "`doNotDisturb`"
    case .directory: "the directory"
    case .missed: "`missed`"
    case .call, .history, .store, .request, .log, .journal: nil
    }
  }

  /// The type of a state topic's value; nil for a topic of records.
  package var stateType: TypeName? {
    switch self {
    case .host, .missed: .hostStatus
    case .line: .line
    case .provider: .provider
    case .audio: .lineAudio
    case .doNotDisturb: .doNotDisturb
    case .directory: .directory
    case .call, .history, .store, .request, .log, .journal: nil
    }
  }

  /// True when each key has one newest value, and a slow client receives only that.
  package var isState: Bool { stateKey != nil }

  /// The kinds of the topic's records, as far as they are fixed.
  package var kinds: [String] {
    switch self {
    case .call: CallRecordKind.allCases.map(\.rawValue)
    case .history: ["added", "changed", "removed"]
    case .store: ["contacts", "blocks", "grants"]
    case .request: ["performed", "failed"]
    case .log: LogLevel.allCases.map(\.rawValue)
    case .host, .line, .provider, .audio, .doNotDisturb, .directory, .missed, .journal: []
    }
  }

  /// The right that a subscription needs.
  package var right: Right {
    switch self {
    case .log, .journal: .configure
    case .host, .line, .provider, .audio, .doNotDisturb, .directory, .missed, .call, .history, .store, .request: .observe
    }
  }
}

/// The kind of a record of topic `call`.
package enum CallRecordKind: String, CaseIterable, Sendable {
  case added, state, ended, refused, tone, dtmf, transferRequested, resumeOffered, merged, split, silenced, lost, misbehaved, timedOut
}
