/// The address of a message: the numbers in the header of its frames.
package struct FrameAddress: Hashable, Sendable {
  /// The instance; 0 for the process itself.
  package var instance: UInt16
  /// The number of the instance's resets so far.
  package var epoch: UInt16
  /// The call; 0 for none.
  package var call: UInt64
  /// An action, a ticket or a time, depending on the type.
  package var other: UInt64

  /// Makes an address.
  package init(instance: UInt16, epoch: UInt16 = 0, call: UInt64 = 0, other: UInt64 = 0) {
    self.instance = instance
    self.epoch = epoch
    self.call = call
    self.other = other
  }
}

/// A message that was read: one frame, or several put together.
package struct FrameMessage<Kind: FrameType>: Hashable, Sendable {
  /// The type.
  package let kind: Kind
  /// The address.
  package let address: FrameAddress
  let bytes: [UInt8]

  @usableFromInline
  init(kind: Kind, address: FrameAddress, bytes: [UInt8]) { (self.kind, self.address, self.bytes) = (kind, address, bytes) }

  /// The body of the message.
  ///
  /// - Parameter type: the body of the message's type.
  package func body<Body: FrameBody>(_ type: Body.Type) throws(FrameFault) -> Body {
    precondition(kind.body == type, "a frame of type \(kind) is read with the body of another type")
    return try FrameReader.read(bytes, as: type, type: kind.rawValue)
  }

  /// Reads the body and drops it: a check of a message whose body is empty or not needed.
  package func check() throws(FrameFault) { _ = try body(of: kind.body) }

  private func body<Body: FrameBody>(of type: Body.Type) throws(FrameFault) -> Body { try body(type) }
}

/// The limits of messages.
package enum MessageLimit {
  /// The largest number of bytes of a message when it is put together.
  package static let bytes = 512 * 1024
}
