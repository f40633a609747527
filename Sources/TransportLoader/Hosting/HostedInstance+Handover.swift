package import RunnerChannel
internal import TransportABI

// The handover of an instance whose host is in another process.
extension HostedInstance {
  /// The outcome of one half of a handover, for the host.
  package struct Handed: Sendable {
    /// The contract's code; 0 for success.
    package var status: Int32
    /// The calls, the actions and the bytes of this half.
    package var body = HandoverBody()
    /// The descriptors of this half.
    package var descriptors: [KeptDescriptor] = []
    /// The number of the first of them in the parcel.
    package var first = 0
  }

  /// Has the old version write what can cross while it goes on; nil when the plugin hangs.
  package func prepare(by way: HandoverWay, link: KeptDescriptor?) -> Handed? {
    var cargo = HandoverCargo()
    cargo.link = link
    let parcel = HandoverParcel(cargo)
    handover = Handover(way: way, parcel: parcel, isNew: false)
    return instance.prepareHandover(by: way, parcel).map { handed($0, from: parcel, bytes: 0, descriptors: 0) }
  }

  /// Has the old version stop, and write its state; nil when the plugin hangs.
  package func give(by way: HandoverWay) -> Handed? {
    guard let parcel = handover?.parcel else { return Handed(status: HSW_E_STATE) }
    let (bytes, descriptors) = (parcel.cargo.bytes.count, parcel.cargo.descriptors.count)
    guard let status = instance.giveHandover(by: way, parcel) else { return nil }
    var handed = handed(status, from: parcel, bytes: bytes, descriptors: descriptors)
    if status == HSW_OK {
      handed.body.books = instance.books { $0.books }
      handed.body.books.lastOwnAction = ownActions
    }
    return handed
  }

  private func handed(_ status: Int32, from parcel: HandoverParcel, bytes: Int, descriptors: Int) -> Handed {
    var handed = Handed(status: status, first: descriptors)
    guard status == HSW_OK else { return handed }
    handed.descriptors = Array(parcel.cargo.descriptors[descriptors...])
    handed.body.descriptors = UInt32(handed.descriptors.count)
    handed.body.parcel = FrameText(parcel.cargo.bytes[bytes...])
    return handed
  }

  /// Has the new version read what the old one has written; nil when the plugin hangs.
  package func take(by way: HandoverWay, _ body: HandoverBody, _ descriptors: [KeptDescriptor], link: KeptDescriptor?) -> StepAnswer? {
    var cargo = HandoverCargo()
    (cargo.bytes, cargo.descriptors, cargo.link) = (Array(body.parcel.bytes), descriptors, link)
    let parcel = HandoverParcel(cargo)
    handover = Handover(way: way, parcel: parcel, isNew: true)
    ownActions = max(ownActions, body.books.lastOwnAction)
    return answer(instance.takeHandover(by: way, parcel, body.books), to: .take)
  }

  /// Tells a version of the outcome; nil when the plugin hangs.
  package func settle(_ outcome: HandoverOutcome) -> AnswerBody? {
    // The socket to the other version stays open, and what nobody took is closed.
    let link = handover?.parcel.cargo.link
    defer { if let link { links.append(link) } }
    // Without a handover under way the outcome tells of the other version, long after both were settled.
    let (isNew, way) = (handover?.isNew ?? false, handover?.way ?? .sockets)
    handover = nil
    guard instance.settleHandover(outcome, isNew: isNew, way: way) != nil else { return nil }
    // Ahead of the answer, so that the host knows at once what the version has said of its line.
    instance.flush()
    return AnswerBody()
  }

  /// A handover that is not settled.
  struct Handover {
    var way: HandoverWay
    var parcel: HandoverParcel
    /// True for the version that reads.
    var isNew: Bool
  }
}
