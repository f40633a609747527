/// The types of the frames of one direction.
package protocol FrameType: RawRepresentable, CaseIterable, Hashable, Sendable where RawValue == UInt16 {
  /// The body of this type's frames.
  var body: any FrameBody.Type { get }
}

/// The types of orders: frames from the host to the runner.
package enum OrderType: UInt16, FrameType {
  case create = 1, activate, deactivate, reset, destroy
  case start, answer, end, shown, cancel
  case setHeld, setMuted, play, setGroup
  case blind, attended, verdict
  case setRegistered, apply
  case save, load, dump
  case formats, attach, detach, audioActive
  case dialable, peerCall, peerOrder, peerObserve
  case ping, beat, levels
  case handoverPrepare, handoverGive, handoverTake, handoverSettle
  case decline, deflect
  case setTime = 40, sync
  case wire

  package var body: any FrameBody.Type {
    switch self {
    case .create: CreateBody.self
    case .activate, .reset, .destroy: EmptyBody.self
    case .deactivate: NumberBody.self
    case .start, .blind, .deflect: StartBody.self
    case .answer: ActionBody.self
    case .end: EndBody.self
    case .decline: DeclineBody.self
    case .shown, .cancel: EmptyBody.self
    case .setHeld, .setMuted, .setRegistered: SwitchBody.self
    case .play, .apply: TextActionBody.self
    case .setGroup, .attended: PairBody.self
    case .verdict: VerdictBody.self
    case .save, .load: EmptyBody.self
    case .dump, .wire: NumberBody.self
    case .formats, .detach: EmptyBody.self
    case .audioActive: NumberBody.self
    case .attach: AttachBody.self
    case .dialable, .peerObserve: EmptyBody.self
    case .peerCall: InfoBody.self
    case .peerOrder: PeerOrderBody.self
    case .ping: ActionBody.self
    case .beat: EmptyBody.self
    case .levels: LevelBody.self
    case .handoverPrepare, .handoverGive, .handoverTake, .handoverSettle: NumberBody.self
    case .setTime, .sync: EmptyBody.self
    }
  }
}

/// The types of words: frames from the runner to the host.
package enum WordType: UInt16, FrameType {
  case answer = 64, offers
  case actionDone
  case incoming, update
  case state, dtmf, ended
  case line, limits, reset
  case deactivated, requestRestart, progress
  case transferRequest
  case log, wire
  case secret
  case turnEnd, beat, synced
  case breaches

  package var body: any FrameBody.Type {
    switch self {
    case .answer: AnswerBody.self
    case .offers: OffersBody.self
    case .actionDone: DoneBody.self
    case .incoming, .update, .transferRequest: InfoBody.self
    case .state: NumberBody.self
    case .dtmf: TextBody.self
    case .ended: EndedBody.self
    case .line: LineBody.self
    case .limits: LimitsBody.self
    case .reset: ErrorBody.self
    case .deactivated: EmptyBody.self
    case .requestRestart: TextBody.self
    case .progress: ProgressBody.self
    case .log: LogBody.self
    case .wire: WireBody.self
    case .secret: TextBody.self
    case .turnEnd: EmptyBody.self
    case .beat: BeatBody.self
    case .synced: SyncedBody.self
    case .breaches: BreachesBody.self
    }
  }
}
