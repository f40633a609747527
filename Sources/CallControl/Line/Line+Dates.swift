extension Line {
  /// How far ahead of the host's clock a provider's date may be; it counts as now.
  static let dateTolerance = Duration.seconds(1)
  /// How far before the call's last stage a provider's date may be, since dates are rounded; it counts as that stage's.
  static let dateRounding = Duration.milliseconds(10)

  /// When something happened to a call: the time that its provider gives, where it can be, else the host's own.
  ///
  /// A time before the call's own earlier stages, or in the future, is told as misdated.
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

  /// The command that a report says was done: its Start or Answer is sent and not answered, and the call is further already.
  ///
  /// Returns its place among the pending ones; nil when the report implies nothing.
  func placeOfImplied(by report: CallReport, at index: Int) -> Int? {
    let kind: CommandKind
    switch (report, table.legs[index].state) {
    case (.startedConnecting, .requested), (.connected, .requested): kind = .start
    case (.connected, .answering): kind = .answer
    default: return nil
    }
    let call = table.legs[index].id
    return pending.firstIndex { $0.command.call == call && $0.command.kind == kind }
  }

  /// A pending command counts as fulfilled; its late answer is expected.
  mutating func imply(_ place: Int, at time: Instant) {
    let pending = pending.remove(at: place)
    implied.append(pending)
    resolved(pending.command.id, nil)
    // An Answer is carried out by what the report itself makes of its call.
    if pending.command.kind == .start { apply(pending.command, at: time) }
  }

  /// Takes the command that a late answer is about out of the implied ones; nil when it is none of them.
  mutating func takeImplied(_ ref: CommandRef, by provider: ProviderID) -> ProviderCommand? {
    implied.firstIndex { $0.command.id == ref.id && $0.provider == provider && $0.command.call == ref.call }
      .map { implied.remove(at: $0).command }
  }
}

extension Leg {
  /// When it came to the latest of its stages.
  var latestStage: Instant { max(began, started ?? began, connecting ?? began, connected ?? began) }
}

extension CallReport {
  /// True for the reports whose time is a stage of the call: one that cannot be is replaced, and the report obeyed.
  var datesStage: Bool {
    switch self {
    case .startedConnecting, .connected, .ended: true
    case .earlyMedia, .held, .resumed, .remotelyHeld, .remotelyResumed, .mediaTimeout, .mediaResumed, .updated, .transferProgress,
      .transferRequested, .dtmf:
      false
    }
  }
}
