extension Line {
  /// The tolerance for a provider's date ahead of the host's clock; within it, the date counts as now.
  static let dateTolerance = Duration.seconds(1)
  /// The tolerance for a rounded date before the call's last stage; within it, the date counts as that stage's.
  static let dateRounding = Duration.milliseconds(10)

  /// Returns the time of a provider's report: the provider's own where plausible, else the host's.
  ///
  /// A time in the future, or before the call's earlier stages, is journalled as misdated.
  mutating func said(_ time: Instant?, of call: CallID, by provider: ProviderID, _ word: HeardWord) -> Instant {
    guard let time, let index = table.index(of: call) else { return now }
    let floor = table.legs[index].latestStage
    if time > now, time <= now.advanced(by: Self.dateTolerance) { return now }
    if time < floor, time.advanced(by: Self.dateRounding) >= floor { return floor }
    if time <= now, time >= floor { return time }
    emit(.disregarded(provider, .misdated, word))
    return now
  }

  // MARK: P4

  /// Finds the pending Start or Answer that a report implies, because the call is further already.
  ///
  /// Returns its index in `pending`; nil when the report implies nothing.
  func placeOfImplied(by report: CallReport, at index: Int) -> Int? {
    let kind: CallOperation.Kind
    switch (report, table.legs[index].state) {
    case (.startedConnecting, .requested), (.connected, .requested): kind = .start
    case (.connected, .answering): kind = .answer
    default: return nil
    }
    let call = table.legs[index].id
    return pending.firstIndex { $0.command.call == call && $0.command.kind == kind }
  }

  /// Counts a pending command as fulfilled, and expects its late answer.
  mutating func imply(_ place: Int, at time: Instant) {
    let pending = pending.remove(at: place)
    implied.append(pending)
    resolved(pending.command.id, nil)
    // The report itself moves an answered call; only a Start needs applying.
    if pending.command.kind == .start { apply(pending.command, at: time) }
  }

  /// Removes and returns the implied command that a late answer is about, if any.
  mutating func takeImplied(_ ref: CommandRef, by provider: ProviderID) -> ProviderCommand? {
    implied.firstIndex { $0.command.id == ref.id && $0.provider == provider && $0.command.call == ref.call }
      .map { implied.remove(at: $0).command }
  }
}

extension Leg {
  /// The time of the call's latest stage.
  var latestStage: Instant { max(began, started ?? began, connecting ?? began, connected ?? began) }
}

extension CallReport {
  /// True for reports whose time dates a stage of the call; an impossible time is replaced, and the report obeyed.
  var datesStage: Bool {
    switch self {
    case .startedConnecting, .connected, .ended: true
    case .earlyMedia, .held, .resumed, .remotelyHeld, .remotelyResumed, .mediaTimeout, .mediaResumed, .updated, .transferProgress,
      .transferRequested, .dtmf, .leftBehind:
      false
    }
  }
}
