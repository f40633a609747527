internal import CallControl

/// A fact of the journal that counts, without the names that it is about.
///
/// Records and effects are large: a copy of one costs more than its count. Functions with a borrowed record, or with effects in their
/// place, read them there. They change nothing, bind no whole event and stay functions of their own: then the compiler sees that all stays
/// as it is meanwhile. Those with a record of their own copy it, and serve what is rare.
enum CountedFact: Sendable {
  case sent(OpenCommands.Key, until: Instant)
  /// Commands that were sent as one transaction.
  case sentTogether
  case answered(OpenCommands.Key, CallOperation.Kind)
  case givenUp(OpenCommands.Key)
  case timedOut(OpenCommands.Key, CallOperation.Kind)
  case done, failed
  case refused(CallError.Code)
  case refusedIncoming(CallError.Code)
  case ended
  case misbehaved(Misbehaviour)
  case call(CountedCall)
  /// The loss of a provider.
  case lost
  /// A transport's message, which may be a summary of media.
  case wire

  /// Returns the next fact of a record, with its place: 0 for the event of a line and any other record, then those of the effects.
  ///
  /// - Parameter place: the first place to look at.
  @inline(never)
  static func next(from place: Int, in record: borrowing JournalRecord) -> (fact: CountedFact, place: Int)? {
    switch record.body {
    case .received(_, .fulfilled(_, let ref, _), _) where place == 0:
      return (.answered(OpenCommands.Key(ref.call, ref.id), ref.kind), 0)
    case .received(_, .failed(_, let ref, _), _) where place == 0: return (.answered(OpenCommands.Key(ref.call, ref.id), ref.kind), 0)
    case .received(_, .notAsked(_, let ref), _) where place == 0: return (.givenUp(OpenCommands.Key(ref.call, ref.id)), 0)
    case .received(_, _, let effects):
      let span = effects.span
      var place = max(place, 1)
      while place <= span.count {
        if let fact = fact(at: place - 1, in: span) { return (fact, place) }
        place += 1
      }
      return nil
    case .provider: return place == 0 ? (.lost, 0) : nil
    case .unknown: return place == 0 ? (.misbehaved(.unknown), 0) : nil
    case .wire: return place == 0 ? (.wire, 0) : nil
    case .opened, .closed, .upgraded: return nil
    }
  }

  @inline(__always)
  private static func fact(at index: Int, in effects: Span<LineEffect>) -> CountedFact? {
    switch effects[index] {
    case .send(_, let command): .sent(OpenCommands.Key(command.call, command.id), until: command.deadline)
    case .sendTransaction: .sentTogether
    case .timedOut(_, let command): .timedOut(OpenCommands.Key(command.call, command.id), command.kind)
    case .cancel(_, let command): .givenUp(OpenCommands.Key(command.call, command.id))
    case .done: .done
    case .failed: .failed
    case .refused(_, _, let error): .refused(error.code)
    case .refuseIncoming(_, _, let error, _): .refusedIncoming(error.code)
    case .ended: .ended
    case .disregarded(_, let why, _): .misbehaved(why)
    case .log(let record): .call(CountedCall(record))
    default: nil
    }
  }

  // MARK: Names

  /// Returns true for an answer, a time-out or a call of this provider.
  @inline(never)
  static func isOf(_ provider: ProviderID, _ place: Int, in record: borrowing JournalRecord) -> Bool {
    switch record.body {
    case .received(_, .fulfilled(let other, _, _), _) where place == 0: return other == provider
    case .received(_, .failed(let other, _, _), _) where place == 0: return other == provider
    case .received(_, _, let effects) where place > 0:
      let span = effects.span
      return isOf(provider, place - 1, in: span)
    default: return false
    }
  }

  @inline(__always)
  private static func isOf(_ provider: ProviderID, _ index: Int, in effects: Span<LineEffect>) -> Bool {
    switch effects[index] {
    case .timedOut(let other, _): other == provider
    case .log(let record): record.provider == provider
    default: false
    }
  }

  /// Returns the place of a request's kind among others; nil for a kind that is not there.
  @inline(never)
  static func kind(_ place: Int, in record: borrowing JournalRecord, among kinds: borrowing [String]) -> Int? {
    guard place > 0, case .received(_, _, let effects) = record.body else { return nil }
    let (span, kinds) = (effects.span, kinds.span)
    for index in kinds.indices where isResult(of: index, in: kinds, place - 1, in: span) { return index }
    return nil
  }

  @inline(__always)
  private static func isResult(of kind: Int, in kinds: Span<String>, _ index: Int, in effects: Span<LineEffect>) -> Bool {
    switch effects[index] {
    case .done(_, let title): title.word == kinds[kind]
    case .failed(_, let title, _): title.word == kinds[kind]
    default: false
    }
  }

  // MARK: Copies

  /// Returns the effect at a place of a line's record.
  private static func effect(_ place: Int, in record: JournalRecord) -> LineEffect? {
    guard place > 0, case .received(_, _, let effects) = record.body else { return nil }
    return effects[place - 1]
  }

  /// Returns the provider of a fact.
  static func provider(_ place: Int, in record: JournalRecord) -> ProviderID? {
    switch record.body {
    case .received(_, .fulfilled(let provider, _, _), _) where place == 0: return provider
    case .received(_, .failed(let provider, _, _), _) where place == 0: return provider
    case .received:
      switch effect(place, in: record) {
      case .timedOut(let provider, _)?: return provider
      case .log(let record)?: return record.provider
      default: return nil
      }
    case .provider(let provider, _), .wire(let provider, _, _, _, _): return provider
    case .unknown, .opened, .closed, .upgraded: return nil
    }
  }

  /// Returns the kind of a request.
  static func word(_ place: Int, in record: JournalRecord) -> String? {
    switch effect(place, in: record) {
    case .done(_, let title)?, .failed(_, let title, _)?, .refused(_, let title, _)?: title.word
    default: nil
    }
  }

  /// Returns the end of a call.
  static func end(_ place: Int, in record: JournalRecord) -> HostCounts.EndKey? {
    guard case .ended(_, let end)? = effect(place, in: record) else { return nil }
    return HostCounts.EndKey(reason: end.reason, cause: end.cause?.word ?? "none")
  }

  /// Returns the commands that were sent as one transaction.
  static func commands(_ place: Int, in record: JournalRecord) -> [ProviderCommand] {
    guard case .sendTransaction(_, let commands)? = effect(place, in: record) else { return [] }
    return commands
  }

  /// Returns the summary of a call's media; nil for another message.
  static func media(in record: JournalRecord) -> MediaSummary? {
    guard case .wire(_, _, MediaSummary.name, let text, false) = record.body else { return nil }
    return MediaSummary(text)
  }
}

/// The parts of a call's record that count, but for its provider.
struct CountedCall: Sendable {
  let direction: Direction
  let outcome: CallRecord.Outcome
  let began: Instant
  let connected: Instant?
  let ended: Instant

  init(_ record: borrowing CallRecord) {
    (direction, outcome) = (record.direction, record.outcome)
    (began, connected, ended) = (record.began, record.connected, record.ended)
  }
}
