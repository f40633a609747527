internal import Glibc
internal import RunnerChannel
internal import TransportABI

// The handover of an instance in a runner. Each function waits for its answer.
extension ProxyInstance {
  /// True when the plugin offers that way.
  func handsOver(by way: HandoverWay) -> Bool { tables.handoverWays & way.rawValue != 0 }

  /// Has the old version write what can cross while it goes on.
  func prepareHandover(by way: HandoverWay, link socket: KeptDescriptor?) -> hsw_status {
    handed = HandoverCargo()
    return half(.handoverPrepare, by: way, socket, as: .prepare)
  }

  /// Has the old version stop, and write its state and its books.
  func giveHandover(by way: HandoverWay) -> hsw_status { half(.handoverGive, by: way, nil, as: .give) }

  private func half(_ kind: OrderType, by way: HandoverWay, _ socket: KeptDescriptor?, as function: PluginCall) -> hsw_status {
    let answer = link.question(
      kind, of: self, NumberBody(way.rawValue | (socket == nil ? 0 : HandoverBody.hasLink)), as: function, milliseconds: patience,
      [.blob, .descriptors]
    ) { [link] ticket in socket.map { link.pass([$0], from: ParcelBody.link, for: ticket) } ?? true }
    guard let answer else { return HSW_E_STATE }
    guard answer.body.status == HSW_OK else { return answer.body.status }
    let first = UInt32(handed.descriptors.count)
    let descriptors = (0..<UInt32(answer.descriptors.count)).compactMap { answer.descriptors[first + $0] }
    guard let body = HandoverBody(body: answer.body.bytes), body.descriptors == answer.descriptors.count,
      descriptors.count == answer.descriptors.count, handed.bytes.count + body.parcel.bytes.count <= HandoverBody.mostBytes,
      handed.descriptors.count + descriptors.count <= HandoverBody.mostDescriptors
    else {
      link.breach(.field(type: kind.rawValue))
      return HSW_E_FAIL
    }
    handed.bytes += body.parcel.bytes
    handed.descriptors += descriptors
    handedBooks = body.books
    return HSW_OK
  }

  /// Has the new version read what the old one has written.
  func takeHandover(by way: HandoverWay, _ cargo: HandoverCargo, _ books: BooksBody) -> StepAnswer {
    var body = HandoverBody()
    (body.descriptors, body.books, body.parcel) = (UInt32(cargo.descriptors.count), books, FrameText(cargo.bytes[...]))
    let bytes = body.bodyBytes
    let answer = link.question(
      .handoverTake, of: self, NumberBody(way.rawValue | (cargo.link == nil ? 0 : HandoverBody.hasLink)), as: .take, milliseconds: patience
    ) { [link] ticket in
      link.pass(cargo.descriptors, from: 0, for: ticket)
        && (cargo.link.map { link.pass([$0], from: ParcelBody.link, for: ticket) } ?? true) && link.pass(bytes, for: ticket)
    }
    guard let answer else { return StepAnswer(function: PluginCall.take.name, status: HSW_E_FAIL, sentence: "its process is gone") }
    return StepAnswer(answer.body)
  }

  /// Tells a version of the outcome; false when it has not heard it.
  func settleHandover(_ outcome: HandoverOutcome) -> Bool {
    ask(.handoverSettle, NumberBody(outcome.rawValue), as: .settle)?.status == HSW_OK
  }

  /// The most orders to attach that are under way at once; they fit the channel.
  private static var attachesAtOnce: Int { 64 }

  /// Connects the rings of calls where they are.
  ///
  /// Many at once, because no version serves meanwhile: one after another, each takes a wake-up there and back.
  func attach(as other: ProxyInstance) -> hsw_status {
    let all = other.attachments.sorted { $0.key < $1.key }
    for start in stride(from: 0, to: all.count, by: Self.attachesAtOnce) {
      let part = all[start..<min(start + Self.attachesAtOnce, all.count)]
      for (_, rings) in part { guard link.pass(rings.region) else { return HSW_E_BUSY } }
      let orders = part.map { (call: $0.key, body: $0.value.body) }
      for (entry, answer) in zip(part, link.questions(.attach, of: self, orders, as: .attach, milliseconds: patience)) {
        let status = answer?.status ?? HSW_E_STATE
        guard status == HSW_OK else { return status }
        attachments[entry.key] = entry.value
      }
    }
    return HSW_OK
  }
}

// MARK: the functions of the table

// The parcel of a proxy carries the content of the blob, so that the new process gets the books with the plugin's own bytes.

func proxyPrepare(_ context: UnsafeMutableRawPointer?, _ way: UInt32, _ out: UnsafePointer<hsw_parcel>) -> hsw_status {
  guard let way = HandoverWay(rawValue: way) else { return HSW_E_NOTSUP }
  let link = linkCopy(of: out)
  return withProxy(context, else: HSW_E_INVAL) { $0.prepareHandover(by: way, link: link) }
}

func proxyGive(_ context: UnsafeMutableRawPointer?, _ way: UInt32, _ out: UnsafePointer<hsw_parcel>) -> hsw_status {
  guard let way = HandoverWay(rawValue: way) else { return HSW_E_NOTSUP }
  return withProxy(context, else: HSW_E_INVAL) { proxy in
    let status = proxy.giveHandover(by: way)
    guard status == HSW_OK else { return status }
    var body = HandoverBody()
    (body.descriptors, body.books) = (UInt32(proxy.handed.descriptors.count), proxy.handedBooks)
    body.parcel = FrameText(proxy.handed.bytes[...])
    let bytes = body.bodyBytes
    let written = bytes.withUnsafeBytes { out.pointee.write?(out.pointee.ctx, $0.baseAddress!, $0.count) ?? Int64(HSW_E_INVAL) }
    guard written == bytes.count else { return HSW_E_FAIL }
    for descriptor in proxy.handed.descriptors {
      guard (out.pointee.put_fd?(out.pointee.ctx, descriptor.number) ?? HSW_E_INVAL) >= 0 else { return HSW_E_FAIL }
    }
    return HSW_OK
  }
}

func proxyTake(
  _ context: UnsafeMutableRawPointer?, _ way: UInt32, _ parcel: UnsafePointer<hsw_parcel>, _ why: UnsafeMutablePointer<hsw_why>
) -> hsw_status {
  guard let way = HandoverWay(rawValue: way), let read = parcel.pointee.read else { return HSW_E_NOTSUP }
  let table = parcel.pointee
  var bytes: [UInt8] = []
  var page = [UInt8](repeating: 0, count: 65_536)
  while true {
    let count = page.withUnsafeMutableBytes { read(table.ctx, $0.baseAddress!, $0.count) }
    guard (0...Int64(page.count)).contains(count) else { return HSW_E_FAIL }
    if count == 0 { break }
    bytes += page.prefix(Int(count))
    guard bytes.count <= Blob.limit else { return HSW_E_RANGE }
  }
  guard let body = HandoverBody(body: FrameText(bytes[...])) else { return HSW_E_INVAL }
  var cargo = HandoverCargo()
  cargo.bytes = Array(body.parcel.bytes)
  for index in 0..<body.descriptors {
    let descriptor = table.take_fd?(table.ctx, index) ?? HSW_E_INVAL
    guard descriptor >= 0 else { return HSW_E_INVAL }
    cargo.descriptors.append(KeptDescriptor(descriptor))
  }
  cargo.link = linkCopy(of: parcel)
  return withProxy(context, else: HSW_E_INVAL) { proxy in
    let step = proxy.takeHandover(by: way, cargo, body.books)
    if step.status != HSW_OK { WhyText.write(step.sentence, to: why) }
    return min(step.status, HSW_OK)
  }
}

func proxySettle(_ context: UnsafeMutableRawPointer?, _ outcome: UInt32) {
  guard let outcome = HandoverOutcome(rawValue: outcome) else { return }
  withProxy(context, else: ()) { _ = $0.settleHandover(outcome) }
}

private func linkCopy(of parcel: UnsafePointer<hsw_parcel>) -> KeptDescriptor? {
  guard parcel.pointee.link >= 0 else { return nil }
  let copy = fcntl(parcel.pointee.link, F_DUPFD_CLOEXEC, 0)
  return copy < 0 ? nil : KeptDescriptor(copy)
}
