internal import CRunnerChannel

/// The writing end of a channel: frames that do not fit into the ring wait here, in order.
///
/// It never waits for room: two sides that wait for each other's room stand still. One thread uses it.
package struct FrameSender<Kind: FrameType> {
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
    var body: ArraySlice<UInt8>
  }

  /// The channel, which must outlive the pointers of the writer.
  private let memory: ChannelMemory
  private var writer: hrc_writer
  private let bound: Bound
  private var queue: [Frame] = []
  private var first = 0
  private var queuedBytes = 0
  /// The number of frames that have gone into the ring.
  package private(set) var written: UInt64 = 0

  /// Makes the writing end of one side.
  package init(_ memory: ChannelMemory, side: ChannelSide, bound: Bound) {
    self.memory = memory
    self.bound = bound
    writer = side.writer(memory)
  }

  /// The number of frames that wait for room.
  package var queuedFrames: Int { queue.count - first }

  /// The fill of the queue.
  package var pressure: Pressure {
    // In quarters, rounded down; a bound that is reached is full.
    let quarters = max(4 * queuedFrames / bound.frames, 4 * queuedBytes / bound.bytes)
    return quarters >= 4 ? .full : quarters >= 2 ? .half : quarters >= 1 ? .quarter : .low
  }

  /// Writes a message into the ring, or into the queue when the ring is full; `publish` hands it over.
  ///
  /// - Returns: false for a message that is longer than a message may be, of which nothing is written.
  /// - Throws: a fault when the reader's index is impossible.
  package mutating func send<Body: FrameBody>(_ kind: Kind, _ address: FrameAddress, _ body: Body) throws(FrameFault) -> Bool {
    precondition(kind.body == Body.self, "a frame of type \(kind) is written with the body of another type")
    let bytes = FrameWriter.bytes(of: body)
    guard bytes.count <= MessageLimit.bytes else { return false }
    var header = hrc_header()
    header.type = kind.rawValue
    (header.instance, header.epoch, header.call, header.other) = (address.instance, address.epoch, address.call, address.other)
    var rest = bytes[...]
    repeat {
      let part = rest.prefix(Int(HRC_BODY_MAX))
      rest = rest.dropFirst(part.count)
      header.flags = UInt16(rest.isEmpty ? 0 : HRC_MORE)
      try put(Frame(header: header, body: part))
    } while !rest.isEmpty
    return true
  }

  /// Hands the frames over, those of the queue first.
  ///
  /// - Returns: true when the reader sleeps and must be woken.
  package mutating func publish() throws(FrameFault) -> Bool {
    while first < queue.count, try write(queue[first]) {
      queuedBytes -= Self.size(queue[first])
      // The body is released at once; the places are removed together.
      queue[first].body = []
      first += 1
    }
    if first == queue.count {
      queue.removeAll(keepingCapacity: first <= 64)
      first = 0
    } else if first > 1024, 2 * first > queue.count {
      queue.removeFirst(first)
      first = 0
    }
    return hrc_publish(&writer) != 0
  }

  private mutating func put(_ frame: Frame) throws(FrameFault) {
    if queuedFrames == 0, try write(frame) { return }
    queue.append(frame)
    queuedBytes += Self.size(frame)
  }

  private static func size(_ frame: Frame) -> Int { Int(HRC_FRAME_MIN) + frame.body.count }

  private mutating func write(_ frame: Frame) throws(FrameFault) -> Bool {
    var header = frame.header
    let result = frame.body.withUnsafeBytes { hrc_put(&writer, &header, $0.baseAddress, UInt32($0.count)) }
    if let fault = FrameFault(result: result) { throw fault }
    if result == HRC_FRAME { written += 1 }
    return result == HRC_FRAME
  }
}
