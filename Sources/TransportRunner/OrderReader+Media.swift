internal import RunnerChannel
internal import TransportABI
internal import TransportLoader

// The orders about audio and saved state. No answer means that a function hangs: the watchdog ends this process.
extension OrderReader {
  /// Carries such an order out; false for another one.
  func obeyMedia(_ message: FrameMessage<OrderType>, _ instance: HostedInstance, _ words: WordWriter) throws(FrameFault) -> Bool {
    let (call, ticket) = (CallHandle(rawValue: message.address.call), message.address.other)
    let answer: AnswerBody?
    switch message.kind {
    case .formats: answer = instance.formats(of: call)
    case .attach: answer = try attach(message, instance)
    case .detach: answer = instance.detach(call)
    case .audioActive: answer = instance.setAudioActive(try message.body(NumberBody.self).number != 0)
    case .save: answer = save(instance, ticket)
    case .load:
      guard let state = deliveries.blob(ticket) else { throw .blob(ticket) }
      answer = instance.load(state)
    default: return false
    }
    if let answer { words.answer(ticket, answer) }
    return true
  }

  private func attach(_ message: FrameMessage<OrderType>, _ instance: HostedInstance) throws(FrameFault) -> AnswerBody? {
    let body = try message.body(AttachBody.self)
    guard let region = deliveries.region(body.region), let rings = HostedRings(body, in: region) else {
      throw .field(type: message.kind.rawValue)
    }
    return instance.attach(CallHandle(rawValue: message.address.call), rings)
  }

  private func save(_ instance: HostedInstance, _ ticket: UInt64) -> AnswerBody? {
    guard let saved = instance.save() else { return nil }
    guard saved.status == HSW_OK else { return .failed(saved.status) }
    guard deliveries.send(saved.state, for: ticket) else { return .failed(HSW_E_FAIL) }
    var answer = AnswerBody()
    answer.hasBlob = true
    return answer
  }

  /// Answers an order for an instance that has ended by itself.
  func refuse(_ message: FrameMessage<OrderType>, _ words: WordWriter) {
    switch message.kind {
    case .load:
      _ = deliveries.blob(message.address.other)
      words.answer(message.address.other, .failed(HSW_E_STATE))
    case .handoverTake:
      _ = deliveries.blob(message.address.other)
      words.answer(message.address.other, .failed(HSW_E_STATE))
    case .handoverPrepare, .handoverGive, .handoverSettle, .save, .dump, .formats, .attach, .detach, .audioActive, .dialable, .peerCall,
      .peerOrder, .peerObserve:
      words.answer(message.address.other, .failed(HSW_E_STATE))
    default: break
    }
  }
}
