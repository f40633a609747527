internal import CRunnerChannel

/// The reading end of a channel: it checks every frame and puts the messages together.
///
/// One thread uses it. After a fault it must not be used any more.
package struct FrameReceiver<Kind: FrameType> {
  @usableFromInline var assembler: FrameAssembler

  /// Makes the reading end of one side.
  package init(_ memory: ChannelMemory, side: ChannelSide) {
    assembler = FrameAssembler(memory, side: side, types: Set(Kind.allCases.map(\.rawValue)))
  }

  /// The frames and bytes since the last `release`.
  package var taken: (frames: Int, bytes: Int) { assembler.taken }

  /// Takes the next message; nil when there is none yet.
  ///
  /// - Parameter isOpen: true for an instance that a message may name.
  @inlinable @inline(__always)
  package mutating func next(isOpen: (UInt16) -> Bool) throws(FrameFault) -> FrameMessage<Kind>? {
    guard let message = try assembler.next(isOpen: isOpen) else { return nil }
    // The assembler has skipped frames of other types.
    guard let kind = Kind(rawValue: message.type) else { throw .type(message.type) }
    return FrameMessage(kind: kind, address: message.address, bytes: message.bytes)
  }

  /// Gives the room of the taken frames back.
  ///
  /// - Returns: true when the writer waits for room and must be woken.
  package mutating func release() -> Bool { assembler.release() }

  /// Announces that this side sleeps until it is woken; false when it must not, because a frame came meanwhile.
  package mutating func sleep() -> Bool { assembler.sleep() }

  /// Withdraws that announcement.
  package mutating func wakeUp() { assembler.wakeUp() }

  /// Forgets the unfinished message of an instance that is gone.
  package mutating func forget(_ instance: UInt16) { assembler.forget(instance) }
}

/// The frames of a receiver, whatever their types: generic code is slow where the compiler cannot specialise it.
@usableFromInline
package struct FrameAssembler {
  /// A message, or the part of it that has come.
  @usableFromInline
  package struct Message {
    package var type: UInt16
    package var address: FrameAddress
    package var bytes: [UInt8]
  }

  /// The channel, which must outlive the pointers of the reader.
  private let memory: ChannelMemory
  private var reader: hrc_reader
  /// The types that exist, by their numbers.
  private var isKnown: [Bool]
  /// The messages whose ends have not come, by their instances.
  private var parts: [UInt16: Message] = [:]
  private var body = [UInt8](repeating: 0, count: Int(HRC_BODY_MAX))
  private(set) var taken = (frames: 0, bytes: 0)

  init(_ memory: ChannelMemory, side: ChannelSide, types: Set<UInt16>) {
    self.memory = memory
    reader = side.reader(memory)
    isKnown = (0...(types.max() ?? 0)).map { types.contains($0) }
  }

  /// Takes the next message of a known type; nil when there is none yet.
  package mutating func next(isOpen: (UInt16) -> Bool) throws(FrameFault) -> Message? {
    while true {
      var header = hrc_header()
      let result = body.withUnsafeMutableBytes { hrc_take(&reader, &header, $0.baseAddress!) }
      if let fault = FrameFault(result: result) { throw fault }
      guard result == HRC_FRAME else { return nil }
      taken.frames += 1
      taken.bytes += Int(header.bytes)
      guard Int(header.type) < isKnown.count, isKnown[Int(header.type)] else {
        guard header.flags & UInt16(HRC_OPTIONAL) != 0 else { throw .type(header.type) }
        continue
      }
      // An unknown instance is refused before its bytes are kept: a sender has no more unfinished messages than instances.
      guard isOpen(header.instance) else { throw .instance(header.instance) }
      if let message = try take(header) { return message }
    }
  }

  mutating func release() -> Bool {
    taken = (0, 0)
    return hrc_release(&reader) != 0
  }

  mutating func sleep() -> Bool { hrc_sleep(&reader) != 0 }

  mutating func wakeUp() { hrc_wake_up(&reader) }

  mutating func forget(_ instance: UInt16) { parts[instance] = nil }

  private mutating func take(_ header: hrc_header) throws(FrameFault) -> Message? {
    let address = FrameAddress(instance: header.instance, epoch: header.epoch, call: header.call, other: header.other)
    let count = Int(header.bytes - HRC_FRAME_MIN)
    let isLast = header.flags & UInt16(HRC_MORE) == 0
    var message: Message
    if !parts.isEmpty, let part = parts.removeValue(forKey: header.instance) {
      guard part.type == header.type, part.address == address, part.bytes.count + count <= MessageLimit.bytes else {
        throw .message(type: header.type)
      }
      message = part
      message.bytes.append(contentsOf: body[..<count])
    } else {
      message = Message(type: header.type, address: address, bytes: count == 0 ? [] : Array(body[..<count]))
    }
    guard isLast else {
      // A part without bytes brings the message no nearer to its end.
      guard count > 0 else { throw .message(type: header.type) }
      parts[header.instance] = message
      return nil
    }
    return message
  }
}
