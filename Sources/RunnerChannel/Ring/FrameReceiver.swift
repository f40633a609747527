internal import CRunnerChannel

/// The reading end of a channel: it checks every frame and puts the messages together.
///
/// One thread uses it. After a fault it must not be used any more.
package struct FrameReceiver<Kind: FrameType> {
  /// A message whose end has not come.
  private struct Part {
    var type: UInt16
    var address: FrameAddress
    var bytes: [UInt8]
  }

  /// The channel, which must outlive the pointers of the reader.
  private let memory: ChannelMemory
  private var reader: hrc_reader
  private var parts: [UInt16: Part] = [:]
  private var body = [UInt8](repeating: 0, count: Int(HRC_BODY_MAX))
  /// The frames and bytes since the last `release`.
  package private(set) var taken = (frames: 0, bytes: 0)

  /// Makes the reading end of one side.
  package init(_ memory: ChannelMemory, side: ChannelSide) {
    self.memory = memory
    reader = side.reader(memory)
  }

  /// Takes the next message; nil when there is none yet.
  ///
  /// - Parameter isOpen: true for an instance that a message may name.
  package mutating func next(isOpen: (UInt16) -> Bool) throws(FrameFault) -> FrameMessage<Kind>? {
    while true {
      var header = hrc_header()
      let result = body.withUnsafeMutableBytes { hrc_take(&reader, &header, $0.baseAddress!) }
      if let fault = FrameFault(result: result) { throw fault }
      guard result == HRC_FRAME else { return nil }
      taken.frames += 1
      taken.bytes += Int(header.bytes)
      guard let kind = Kind(rawValue: header.type) else {
        guard header.flags & UInt16(HRC_OPTIONAL) != 0 else { throw .type(header.type) }
        continue
      }
      // An unknown instance is refused before its bytes are kept: a sender has no more unfinished messages than instances.
      guard isOpen(header.instance) else { throw .instance(header.instance) }
      if let message = try take(header, kind) { return message }
    }
  }

  /// Gives the room of the taken frames back.
  ///
  /// - Returns: true when the writer waits for room and must be woken.
  package mutating func release() -> Bool {
    taken = (0, 0)
    return hrc_release(&reader) != 0
  }

  /// Announces that this side sleeps until it is woken; false when it must not, because a frame came meanwhile.
  package mutating func sleep() -> Bool { hrc_sleep(&reader) != 0 }

  /// Withdraws that announcement.
  package mutating func wakeUp() { hrc_wake_up(&reader) }

  /// Forgets the unfinished message of an instance that is gone.
  package mutating func forget(_ instance: UInt16) { parts[instance] = nil }

  private mutating func take(_ header: hrc_header, _ kind: Kind) throws(FrameFault) -> FrameMessage<Kind>? {
    let address = FrameAddress(instance: header.instance, epoch: header.epoch, call: header.call, other: header.other)
    let count = Int(header.bytes - HRC_FRAME_MIN)
    let isLast = header.flags & UInt16(HRC_MORE) == 0
    var bytes: [UInt8]
    if var part = parts.removeValue(forKey: header.instance) {
      guard part.type == header.type, part.address == address, part.bytes.count + count <= MessageLimit.bytes else {
        throw .message(type: header.type)
      }
      part.bytes.append(contentsOf: body[..<count])
      bytes = part.bytes
    } else {
      bytes = Array(body[..<count])
    }
    guard isLast else {
      // A part without bytes brings the message no nearer to its end.
      guard count > 0 else { throw .message(type: header.type) }
      parts[header.instance] = Part(type: header.type, address: address, bytes: bytes)
      return nil
    }
    return FrameMessage(kind: kind, address: address, bytes: bytes)
  }
}
