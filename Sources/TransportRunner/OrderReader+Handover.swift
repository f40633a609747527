internal import RunnerChannel
internal import TransportABI
internal import TransportLoader

// The orders of a handover. No answer means that a function hangs: the watchdog ends this process.
extension OrderReader {
  /// Carries such an order out; false for another one.
  func obeyHandover(_ message: FrameMessage<OrderType>, _ instance: HostedInstance, _ words: WordWriter) throws(FrameFault) -> Bool {
    let ticket = message.address.other
    switch message.kind {
    case .handoverPrepare:
      let (way, link) = try read(message)
      if let handed = instance.prepare(by: way, link: link) { answer(ticket, handed, words) }
    case .handoverGive:
      let (way, _) = try read(message)
      if let handed = instance.give(by: way) { answer(ticket, handed, words) }
    case .handoverTake:
      let (way, link) = try read(message)
      guard let bytes = deliveries.blob(ticket), let body = HandoverBody(body: FrameText(bytes[...])) else { throw .blob(ticket) }
      guard let descriptors = deliveries.descriptors(ticket, count: Int(body.descriptors)) else { throw .blob(ticket) }
      // The transfers that the old version has begun are completed by this one.
      for action in body.books.actions where action.effect == BooksBody.transfer {
        words.note(transfer: ActionHandle(rawValue: action.handle), of: CallHandle(rawValue: action.call))
      }
      if let answer = instance.take(by: way, body, descriptors, link: link) { words.answer(ticket, answer.body) }
    case .handoverSettle:
      guard let outcome = HandoverOutcome(rawValue: try message.body(NumberBody.self).number) else {
        throw .field(type: message.kind.rawValue)
      }
      if let answer = instance.settle(outcome) { words.answer(ticket, answer) }
    default: return false
    }
    return true
  }

  /// The way of an order, and the socket to the other version that has come with it.
  private func read(_ message: FrameMessage<OrderType>) throws(FrameFault) -> (HandoverWay, KeptDescriptor?) {
    let number = try message.body(NumberBody.self).number
    guard let way = HandoverWay(rawValue: number & ~HandoverBody.hasLink) else { throw .field(type: message.kind.rawValue) }
    guard number & HandoverBody.hasLink != 0 else { return (way, nil) }
    guard let link = deliveries.link(message.address.other) else { throw .blob(message.address.other) }
    return (way, link)
  }

  /// Answers with the content of a parcel, which goes over the socket ahead of the answer.
  private func answer(_ ticket: UInt64, _ handed: HostedInstance.Handed, _ words: WordWriter) {
    guard handed.status == HSW_OK else { return words.answer(ticket, .failed(handed.status)) }
    guard deliveries.send(handed.descriptors, from: handed.first, for: ticket), deliveries.send(handed.body.bodyBytes, for: ticket) else {
      return words.answer(ticket, .failed(HSW_E_FAIL))
    }
    var answer = AnswerBody()
    answer.hasBlob = true
    words.answer(ticket, answer)
  }
}
