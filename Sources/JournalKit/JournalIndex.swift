internal import CallControl

/// Assigns each record of a journal to the ladders of its lines.
struct JournalIndex {
  /// The lines, in the order in which the journal first mentions them.
  private(set) var lines: [LineID] = []
  private var lineOfCall: [CallID: LineID] = [:]
  private var lineOfProvider: [ProviderID: LineID] = [:]
  /// The indices of the records of a provider's loss that no line received.
  private var unheard: Set<Int> = []

  init(_ records: [JournalRecord]) {
    var isKnown: Set<LineID> = []
    for record in records {
      guard let line = Self.line(of: record) else { continue }
      if isKnown.insert(line).inserted { lines.append(line) }
      for call in MentionedCalls.of(record) where lineOfCall[call] == nil { lineOfCall[call] = line }
      guard case .received(_, _, let effects) = record.body else { continue }
      for provider in effects.compactMap(Self.provider) where lineOfProvider[provider] == nil { lineOfProvider[provider] = line }
    }
    var wasTold: Set<ProviderID> = []
    for (number, record) in records.enumerated().reversed() {
      switch record.body {
      case .received(_, .lost(let provider, _, _), _): wasTold.insert(provider)
      case .provider(let provider, _): if wasTold.remove(provider) == nil { unheard.insert(number) }
      default: break
      }
    }
  }

  /// Returns the lines that draw a record: its own line, else its call's, else the first that its provider served, else the first of all.
  func lines(of record: JournalRecord, _ number: Int) -> [LineID] {
    switch record.body {
    case .opened(let line, _, _), .received(let line, _, _), .closed(let line): [line]
    case .wire(let provider, let call, protocol: _, text: _, isOutgoing: _): place(provider, call)
    case .unknown(let provider, let word): place(provider, MentionedCalls.of(word))
    case .upgraded(let provider, from: _, to: _, way: _, milliseconds: _): place(provider, nil)
    case .provider(let provider, _): unheard.contains(number) ? place(provider, nil) : []
    }
  }

  private func place(_ provider: ProviderID, _ call: CallID?) -> [LineID] {
    (call.flatMap { lineOfCall[$0] } ?? lineOfProvider[provider] ?? lines.first).map { [$0] } ?? []
  }

  private static func line(of record: JournalRecord) -> LineID? {
    switch record.body {
    case .opened(let line, _, _), .received(let line, _, _), .closed(let line): line
    case .provider, .wire, .upgraded, .unknown: nil
    }
  }

  private static func provider(_ effect: LineEffect) -> ProviderID? {
    switch effect {
    case .heard(let provider, _), .send(let provider, _), .sendTransaction(let provider, _), .activateAudio(let provider, _): provider
    default: nil
    }
  }
}
