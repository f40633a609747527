internal import CallAudio
public import CallControl
public import FoundationEssentials
public import HookswitchCore
internal import Locking

/// A program's part in a call's audio: it hears the call and is heard in it.
///
/// `CallHost.attachAudio` makes it. It goes with its call through hold, swap, merge and split, and ends with it; the call never changes
/// because of it. Samples are 16-bit, linear, in the machine's byte order. What the program writes waits in a queue, of which the mixer
/// takes 20 ms at a time; the position counts the samples that it took. Any thread may call the functions, and none waits but `play`.
public final class AudioAttachment: Sendable {
  /// The attachment's number, greater than 0; its host never uses it again.
  public let number: Int64
  /// The call.
  public let call: CallID
  /// The options.
  public let options: AttachmentOptions
  let state: Locked<AttachmentState>
  let mailbox: Mailbox<AttachmentEvent>?
  private let listener: (@Sendable (Int64, AttachmentEvent) -> Void)?
  private let whenReadable: (@Sendable () -> Void)?
  private let whenClosed: @Sendable (Int64) -> Void

  init(
    number: Int64, call: CallID, options: AttachmentOptions, whenReadable: (@Sendable () -> Void)?,
    listener: (@Sendable (Int64, AttachmentEvent) -> Void)?, whenClosed: @escaping @Sendable (Int64) -> Void
  ) {
    self.number = number
    self.call = call
    self.options = options
    self.whenReadable = whenReadable
    self.listener = listener
    self.whenClosed = whenClosed
    state = Locked(AttachmentState(options))
    mailbox = listener == nil ? Mailbox(limit: 4_096, tellsLag: false) : nil
  }

  /// The state, the position and the counters at this moment.
  public var status: AttachmentStatus {
    change {
      $0.voice.refresh()
      return $0.status
    }
  }

  // MARK: Speaking

  /// Queues samples, and returns how many: fewer when the queue is full.
  ///
  /// A number of samples that is no multiple of 20 ms is played with silence behind it. A live program's samples are always taken, and the
  /// oldest go when too many wait.
  ///
  /// - Throws: `AttachmentError`: `stopped`, or `listening`.
  @discardableResult
  public func write(_ samples: UnsafeBufferPointer<Int16>) throws(AttachmentError) -> Int {
    try speak { $0.voice.write(samples) }
  }

  /// Queues samples, and returns how many: fewer when the queue is full.
  ///
  /// - Throws: `AttachmentError`: `stopped`, or `listening`.
  @discardableResult
  public func write(_ samples: [Int16]) throws(AttachmentError) -> Int {
    try speak { state in samples.withUnsafeBufferPointer { state.voice.write($0) } }
  }

  /// Sets a mark behind the samples written so far; its event comes once, when they were heard or flushed.
  ///
  /// - Parameter name: At most 256 bytes.
  /// - Throws: `AttachmentError`: `limit` for a longer name, or while 1,024 marks wait; `stopped`, or `listening`.
  public func mark(_ name: String) throws(AttachmentError) {
    try checkName(name)
    let isSet = try speak { $0.voice.mark(name) }
    if !isSet { throw AttachmentError(.limit, name, "1024 marks wait already: wait until one of them was reached") }
  }

  /// Voids everything that waits: from the next tick on, nothing of it is heard, and its marks come as flushed.
  ///
  /// A frame of 20 ms that was mixed before is still sent.
  ///
  /// - Returns: The position.
  @discardableResult
  public func flush() -> Int64 { flushCounting().position }

  /// Flushes, and returns the position and the number of samples that are not heard.
  package func flushCounting() -> (position: Int64, dropped: Int64) {
    change {
      $0.voice.refresh()
      let waiting = $0.voice.status.queued
      $0.voice.flush()
      return ($0.voice.status.position, waiting)
    }
  }

  /// Sends silence from the next tick on; the queue stands still, and can be written.
  ///
  /// - Returns: The position.
  @discardableResult
  public func pause() -> Int64 { setPaused(true) }

  /// Goes on after a pause.
  ///
  /// - Returns: The position.
  @discardableResult
  public func resume() -> Int64 { setPaused(false) }

  private func setPaused(_ isPaused: Bool) -> Int64 {
    change {
      $0.voice.setPaused(isPaused)
      return $0.voice.status.position
    }
  }

  /// Checks the length of a mark's name.
  func checkName(_ name: String) throws(AttachmentError) {
    guard name.utf8.count <= 256 else { throw AttachmentError(.limit, name, "a mark's name has at most 256 bytes") }
  }

  /// Changes the voice of a program that may speak.
  func speak<Result: Sendable>(_ body: (inout AttachmentState) -> Result) throws(AttachmentError) -> Result {
    guard options.mode != .listen else {
      throw AttachmentError(.listening, call.uuidString, "this attachment only listens: attach with the mode talk")
    }
    let result = change { $0.end == nil ? body(&$0) : nil }
    guard let result else { throw stopped }
    return result
  }

  private var stopped: AttachmentError { AttachmentError(.stopped, call.uuidString, "the attachment has ended") }

  // MARK: Hearing

  /// Moves audio that was heard into `room`, and returns how many samples, of all channels together; 0 when there are none yet.
  ///
  /// One thread at a time.
  /// - Throws: `AttachmentError.Code.stopped` when the attachment has ended and nothing is left.
  public func read(into room: UnsafeMutableBufferPointer<Int16>) throws(AttachmentError) -> Int {
    let (count, isOver) = change { state in (state.heard.take(into: room), state.end != nil && state.heard.count == 0) }
    if count == 0, isOver, !room.isEmpty { throw stopped }
    return count
  }

  /// Returns up to `count` samples that were heard, of all channels together; none when there are none yet.
  ///
  /// One thread at a time.
  /// - Throws: `AttachmentError.Code.stopped` when the attachment has ended and nothing is left.
  public func read(_ count: Int) throws(AttachmentError) -> [Int16] {
    var samples = [Int16](repeating: 0, count: max(0, min(count, options.samples(in: options.heard) * options.channels)))
    let result = samples.withUnsafeMutableBufferPointer { room in Result { () throws(AttachmentError) in try read(into: room) } }
    samples.removeLast(samples.count - (try result.get()))
    return samples
  }

  /// Moves 20 ms into `room` when as much was heard, or the rest after the end.
  ///
  /// One thread at a time.
  ///
  /// - Returns: The number of samples, and true when the next call moves some too.
  package func readChunk(into room: UnsafeMutableBufferPointer<Int16>) -> (count: Int, isFollowed: Bool) {
    change { state in
      guard state.canRead else { return (0, false) }
      let count = state.heard.take(into: UnsafeMutableBufferPointer(rebasing: room[..<min(room.count, state.chunk)]))
      return (count, state.canRead && state.heard.count > 0)
    }
  }

  /// A descriptor that is readable while 20 ms can be read, and for ever once the attachment has stopped; it closes with this object.
  ///
  /// Do not read it: wait for it with `poll`, then call `read`.
  public var readDescriptor: CInt {
    get throws(AttachmentError) {
      guard let descriptor = change({ $0.readDescriptor() }) else {
        throw AttachmentError(
          .limit, call.uuidString, "the system has no more descriptors for this process: close some, or raise the limit")
      }
      return descriptor
    }
  }

  // MARK: The end

  /// Detaches the program; the call goes on, and what waits is not heard.
  public func close() {
    stop(.closed)
    whenClosed(number)
  }

  /// Connects the program to a leg's rings.
  func connect(_ leg: AudioLeg) throws(AudioEngineError) {
    try change { state in Result { () throws(AudioEngineError) in try state.connect(leg) } }.get()
  }

  /// Reads both channels of a tap from now on.
  func listen(to tap: RecordingTap) throws(AudioEngineError) {
    try change { state in Result { () throws(AudioEngineError) in try state.hear(tap.ring) } }.get()
  }

  /// Ends the attachment with its last event.
  func stop(_ end: AttachmentEnd) { change { $0.stop(end) } }

  // MARK: Changes

  /// Changes the state, then delivers the events and wakes the reader.
  @discardableResult
  func change<Result: Sendable>(_ body: (inout AttachmentState) -> Result) -> Result {
    let (result, reader, isReadable, delivers) = state.withLock { state in
      let result = body(&state)
      state.collect()
      state.showReadiness()
      var reader: CheckedContinuation<Void, Never>?
      if state.canRead { (reader, state.reader) = (state.reader, nil) }
      let delivers = !state.outbox.isEmpty && !state.isDelivering
      if delivers { state.isDelivering = true }
      return (result, reader, state.becomesReadable(), delivers)
    }
    reader?.resume()
    if isReadable { whenReadable?() }
    if delivers { deliver() }
    return result
  }

  /// Delivers the events one by one, in order, without a lock; events that come meanwhile follow on this thread.
  private func deliver() {
    while true {
      let events = state.withLock { state in
        defer { state.outbox = [] }
        if state.outbox.isEmpty { state.isDelivering = false }
        return state.outbox
      }
      if events.isEmpty { return }
      for event in events {
        listener?(number, event)
        mailbox?.put(event)
        if case .stopped = event.kind { mailbox?.close() }
      }
    }
  }
}
