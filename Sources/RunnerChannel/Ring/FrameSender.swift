internal import CRunnerChannel

/// The writing end of a channel: frames that do not fit into the ring wait here, in order.
///
/// It never waits for room: two sides that wait for each other's room stand still. One thread uses it.
package struct FrameSender<Kind: FrameType> {
  package typealias Bound = FrameQueue.Bound
  package typealias Pressure = FrameQueue.Pressure

  @usableFromInline var queue: FrameQueue

  /// Makes the writing end of one side.
  package init(_ memory: ChannelMemory, side: ChannelSide, bound: Bound) { queue = FrameQueue(memory, side: side, bound: bound) }

  /// The number of frames that wait for room.
  package var queuedFrames: Int { queue.count }

  /// The number of frames that have gone into the ring.
  package var written: UInt64 { queue.written }

  /// The fill of the queue.
  package var pressure: Pressure { queue.pressure }

  /// Writes a message into the ring, or into the queue when the ring is full; `publish` hands it over.
  ///
  /// - Returns: false for a message that is longer than a message may be, of which nothing is written.
  /// - Throws: a fault when the reader's index is impossible.
  @inlinable @inline(__always)
  package mutating func send<Body: FrameBody>(_ kind: Kind, _ address: FrameAddress, _ body: Body) throws(FrameFault) -> Bool {
    precondition(kind.body == Body.self, "a frame of type \(kind) is written with the body of another type")
    return try queue.send(kind.rawValue, address) { FrameWriter.append(body, to: &$0) }
  }

  /// Hands the frames over, those of the queue first.
  ///
  /// - Returns: true when the reader sleeps and must be woken.
  package mutating func publish() throws(FrameFault) -> Bool { try queue.publish() }
}

/// The frames of a sender, whatever their types: generic code is slow where the compiler cannot specialise it.
@usableFromInline
package struct FrameQueue {
  /// The limits of the frames that wait for room.
  package struct Bound: Hashable, Sendable {
    /// The number of frames.
    package var frames: Int
    /// The number of their bytes.
    package var bytes: Int

    /// Makes a bound.
    package init(frames: Int, bytes: Int) {
      self.frames = frames
      self.bytes = bytes
    }
  }

  /// The fill of the queue, as a share of its bound.
  package enum Pressure: Int, Comparable, Sendable {
    case low, quarter, half, full

    package static func < (left: Pressure, right: Pressure) -> Bool { left.rawValue < right.rawValue }
  }

  private struct Frame {
    var header: hrc_header
    var body: [UInt8]
  }

  /// The channel, which must outlive the pointers of the writer.
  private let memory: ChannelMemory
  private var writer: hrc_writer
  private let bound: Bound
  private var queue: [Frame] = []
  private var first = 0
  private var queuedBytes = 0
  /// The memory of the bodies of messages, one after another.
  private var body: [UInt8] = []
  private(set) var written: UInt64 = 0

  init(_ memory: ChannelMemory, side: ChannelSide, bound: Bound) {
    self.memory = memory
    self.bound = bound
    writer = side.writer(memory)
    body.reserveCapacity(Self.keptBytes)
  }

  /// The longest body whose memory is kept for the next one.
  private static let keptBytes = 4096

  var count: Int { queue.count - first }

  var pressure: Pressure {
    guard count > 0 else { return .low }
    // In quarters, rounded down; a bound that is reached is full.
    let quarters = max(4 * count / bound.frames, 4 * queuedBytes / bound.bytes)
    return quarters >= 4 ? .full : quarters >= 2 ? .half : quarters >= 1 ? .quarter : .low
  }

  /// Writes a message whose body `append` adds to the bytes.
  package mutating func send(_ type: UInt16, _ address: FrameAddress, _ append: (inout [UInt8]) -> Void) throws(FrameFault) -> Bool {
    body.removeAll(keepingCapacity: body.count <= Self.keptBytes)
    append(&body)
    guard body.count <= MessageLimit.bytes else { return false }
    var header = hrc_header()
    header.type = type
    (header.instance, header.epoch, header.call, header.other) = (address.instance, address.epoch, address.call, address.other)
    var start = 0
    repeat {
      let end = min(start + Int(HRC_BODY_MAX), body.count)
      header.flags = UInt16(end == body.count ? 0 : HRC_MORE)
      try put(header, start..<end)
      start = end
    } while start < body.count
    return true
  }

  mutating func publish() throws(FrameFault) -> Bool {
    while first < queue.count {
      guard try write(queue[first].header, queue[first].body[...]) else { break }
      queuedBytes -= Self.size(queue[first].body.count)
      // The body is released at once; the places are removed together.
      queue[first].body = []
      first += 1
    }
    if first > 0, first == queue.count {
      queue.removeAll(keepingCapacity: first <= 64)
      first = 0
    } else if first > 1024, 2 * first > queue.count {
      queue.removeFirst(first)
      first = 0
    }
    return hrc_publish(&writer) != 0
  }

  /// Puts a part of the body into the ring, or into the queue.
  private mutating func put(_ header: hrc_header, _ part: Range<Int>) throws(FrameFault) {
    if count == 0, try write(header, body[part]) { return }
    queue.append(Frame(header: header, body: Array(body[part])))
    queuedBytes += Self.size(part.count)
  }

  private static func size(_ bytes: Int) -> Int { Int(HRC_FRAME_MIN) + bytes }

  private mutating func write(_ header: hrc_header, _ bytes: ArraySlice<UInt8>) throws(FrameFault) -> Bool {
    var header = header
    let result = bytes.withUnsafeBytes { hrc_put(&writer, &header, $0.baseAddress, UInt32($0.count)) }
    if let fault = FrameFault(result: result) { throw fault }
    if result == HRC_FRAME { written += 1 }
    return result == HRC_FRAME
  }
}
