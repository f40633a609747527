internal import CallControl
internal import RunnerChannel
internal import TransportABI
internal import TransportLoader

/// The actions among the orders.
enum OrderedAction {
  /// The action of an order and its deadline; nil for an order of another kind.
  static func read(_ message: FrameMessage<OrderType>) throws(FrameFault) -> (action: PluginAction, deadline: UInt32)? {
    switch message.kind {
    case .start:
      let body = try message.body(StartBody.self)
      return (.start(to: try info(body.info, message)), body.deadline)
    case .blind:
      let body = try message.body(StartBody.self)
      return (.transfer(to: try info(body.info, message)), body.deadline)
    case .deflect:
      let body = try message.body(StartBody.self)
      return (.deflect(to: try info(body.info, message)), body.deadline)
    case .ping: return (.ping, try message.body(ActionBody.self).deadline)
    case .answer: return (.answer, try message.body(ActionBody.self).deadline)
    case .end:
      let body = try message.body(EndBody.self)
      return (.end(EndWhy(rawValue: body.why) ?? .hangup), body.deadline)
    case .decline:
      let body = try message.body(DeclineBody.self)
      let reason: Decline.Reason =
        switch body.reason {
        case HSW_DECLINE_BUSY: .busy
        case HSW_DECLINE_BUSY_EVERYWHERE: .busyEverywhere
        default: .declined
        }
      let text = body.text.string ?? ""
      return (
        .decline(Decline(reason, cause: body.cause == 0 ? nil : body.cause, text: text.isEmpty ? nil : text)), body.deadline
      )
    case .setHeld:
      let body = try message.body(SwitchBody.self)
      return (.setHeld(body.on != 0), body.deadline)
    case .setMuted:
      let body = try message.body(SwitchBody.self)
      return (.setMuted(body.on != 0), body.deadline)
    case .setRegistered:
      let body = try message.body(SwitchBody.self)
      return (.setRegistered(body.on != 0), body.deadline)
    case .play:
      let body = try message.body(TextActionBody.self)
      return (.play(try text(body.text, message), kind: body.kind), body.deadline)
    case .apply:
      let body = try message.body(TextActionBody.self)
      return (.apply(configuration: try text(body.text, message)), body.deadline)
    case .setGroup:
      let body = try message.body(PairBody.self)
      return (.setGroup(with: CallHandle(rawValue: body.with)), body.deadline)
    case .attended:
      let body = try message.body(PairBody.self)
      return (.connect(with: CallHandle(rawValue: body.with)), body.deadline)
    default: return nil
    }
  }

  private static func info(_ body: InfoBody, _ message: FrameMessage<OrderType>) throws(FrameFault) -> TransportCallInfo {
    guard let info = TransportCallInfo(body) else { throw .field(type: message.kind.rawValue) }
    return info
  }

  private static func text(_ text: FrameText, _ message: FrameMessage<OrderType>) throws(FrameFault) -> String {
    guard let text = text.string else { throw .field(type: message.kind.rawValue) }
    return text
  }
}
