internal import Glibc
internal import RunnerChannel
internal import TransportABI

// The descriptors and the secrets that the host passes on to a runner by the socket, and several questions at once.
extension RunnerLink {
  /// Has the runner map a region of audio rings, once; false when it does not read its socket.
  func pass(_ region: TransportAudioMemory.Region) -> Bool {
    guard !passedRegions.contains(region.index) else { return true }
    var body = RegionBody()
    (body.index, body.bytes) = (region.index, UInt32(region.bytes))
    guard socket.send(.region, body, descriptors: [region.descriptor]) else { return false }
    passedRegions.insert(region.index)
    return true
  }

  /// Sends descriptors that belong to the order with a ticket; false when the runner does not read its socket.
  func pass(_ descriptors: [KeptDescriptor], from first: UInt32, for ticket: UInt64) -> Bool {
    for start in stride(from: 0, to: descriptors.count, by: ParcelBody.most) {
      let part = descriptors[start..<min(start + ParcelBody.most, descriptors.count)]
      let body = ParcelBody(ticket: ticket, first: first &+ UInt32(start), count: UInt32(part.count))
      guard socket.send(.parcel, body, descriptors: part.map(\.number)) else { return false }
    }
    return true
  }

  /// Sends the bytes that belong to the order with a ticket; false when there is no memory, or the runner does not read its socket.
  func pass(_ bytes: [UInt8], for ticket: UInt64) -> Bool {
    guard let descriptor = Blob.make(bytes) else { return false }
    defer { close(descriptor) }
    return socket.send(.blob, BlobBody(ticket: ticket, bytes: UInt64(bytes.count)), descriptors: [descriptor])
  }

  /// Passes a secret on.
  func answer(_ secret: SecretBody) { if socket.send(.secret, secret) { kit.secrets += 1 } }

  /// Drops a word of a destroyed instance; a request for a secret must be answered all the same.
  func drop(_ message: FrameMessage<WordType>) throws(FrameFault) {
    try message.check()
    guard message.kind == .secret else { return }
    var body = SecretBody()
    (body.ticket, body.instance, body.status) = (message.address.other, UInt32(message.address.instance), HSW_E_STATE)
    answer(body)
  }

  /// Asks as `question` does, for the body of the answer alone.
  ///
  /// - Parameter blob: bytes that are too long for a frame.
  func ask(
    _ kind: OrderType, of proxy: ProxyInstance, call: UInt64 = 0, _ body: some FrameBody, as function: PluginCall, milliseconds: UInt32,
    blob: [UInt8]? = nil
  ) -> AnswerBody? {
    let luggage = blob.map { bytes in { (ticket: UInt64) in self.pass(bytes, for: ticket) } }
    let extras: RunnerTickets.Extras = kind == .save ? .blob : []
    return question(kind, of: proxy, call: call, body, as: function, milliseconds: milliseconds, extras, luggage: luggage)?.body
  }

  /// Sends orders one behind the other, and waits for their answers, which come in the same order; nil for each that did not come.
  ///
  /// One wake-up of the runner then serves many orders.
  func questions<Body: FrameBody>(
    _ kind: OrderType, of proxy: ProxyInstance, _ orders: [(call: UInt64, body: Body)], as function: PluginCall, milliseconds: UInt32
  ) -> [AnswerBody?] {
    let asked = orders.map { order in
      let ticket = tickets.number()
      tickets.open(ticket, instance: proxy.number, [])
      send(kind, FrameAddress(instance: proxy.number, epoch: proxy.epoch, call: order.call, other: ticket), order.body)
      return ticket
    }
    defer { for ticket in asked { tickets.close(ticket) } }
    return asked.map { ticket in wait(milliseconds: milliseconds, in: function) { tickets.answer(to: ticket) }?.body }
  }
}
