internal import CallAudio
internal import HookswitchCore

/// The state of one attachment, under its lock: the voice, the audio heard, the rings, and the events not yet delivered.
struct AttachmentState: Sendable {
  /// The call's part in the flow of audio, as the director sees it.
  enum Flow: Hashable, Sendable {
    /// Nothing flows yet, or the call's port is being connected anew.
    case waiting
    /// The call's network plays media before the call is active: the program hears it and is not heard.
    case early
    /// Audio flows both ways.
    case flowing
    /// The call is held.
    case held
  }

  let options: AttachmentOptions
  var voice: ProgramVoice
  var heard: HeardQueue
  /// The samples of 20 ms, of all channels together.
  let chunk: Int
  /// The ring with the audio for the program.
  private var source: AudioRing?
  private var bridge: RateBridge?
  private var frame: [Int16] = []
  private var flow = Flow.waiting
  private var hasStarted = false
  /// True from the event `held` to the event `resumed`.
  private var isHeld = false
  private(set) var end: AttachmentEnd?
  /// Events to deliver, in order.
  var outbox: [AttachmentEvent] = []
  /// True while a thread delivers events.
  var isDelivering = false
  private(set) var descriptor: ReadyDescriptor?
  private var isReady = false
  private var wasReadable = false
  /// A reader that waits for 20 ms or for the end.
  var reader: CheckedContinuation<Void, Never>?

  init(_ options: AttachmentOptions) {
    self.options = options
    chunk = options.rate / 50 * options.channels
    voice = ProgramVoice(
      rate: options.rate, limit: options.samples(in: options.queue), surplus: options.samples(in: options.surplus),
      live: options.isLive ? options.samples(in: options.liveLimit) : nil)
    heard = HeardQueue(limit: options.samples(in: options.heard), channels: options.channels)
  }

  // MARK: Rings

  /// Connects both directions to a leg.
  ///
  /// A member of the mixer writes where a transport would; a network reads and writes as the call's transport does. Both fill `fromNet`.
  mutating func connect(_ leg: AudioLeg) throws(AudioEngineError) {
    let said = try RateBridge.make(from: options.rate, to: leg.rate.hertz, channels: 1)
    try hear(leg.toNet)
    voice.connect(leg, said)
  }

  /// Reads from a ring from now on.
  mutating func hear(_ ring: AudioRing) throws(AudioEngineError) {
    bridge = try RateBridge.make(from: ring.rate.hertz, to: options.rate, channels: options.channels)
    source = ring
    frame = [Int16](repeating: 0, count: ring.samplesPerSlot)
  }

  /// Lets go of all rings, which may be freed afterwards.
  mutating func disconnect() {
    voice.disconnect()
    source = nil
    bridge = nil
  }

  // MARK: Time

  /// Moves frames between the rings and the queues, once after every tick.
  mutating func turn(at time: UInt64) {
    guard end == nil else { return }
    listen()
    voice.turn(isFlowing: isTalking, at: time)
    collect()
  }

  /// True while the mixer takes what the program writes.
  private var isTalking: Bool { flow == .flowing || (flow == .early && options.mode == .network) }

  private mutating func listen() {
    guard let source else { return }
    for _ in 0..<RecordingTap.slots where source.count > 0 {
      guard let taken = (frame.withUnsafeMutableBufferPointer { $0.baseAddress.flatMap { source.take(into: $0) } }) else { break }
      if taken.marks.contains(.silence) { for place in frame.indices { frame[place] = 0 } }
      frame.withUnsafeBufferPointer { frame in
        guard let bridge else { return heard.append(frame) }
        bridge.resample(frame) { heard.append($0) }
      }
    }
  }

  /// Follows the call.
  mutating func follow(_ flow: Flow) {
    guard end == nil, flow != self.flow else { return }
    self.flow = flow
    switch flow {
    case .flowing, .early:
      if !hasStarted, isTalking || options.mode == .listen {
        hasStarted = true
        tell(.started)
      } else if isHeld {
        isHeld = false
        tell(.resumed)
      }
    case .held:
      guard hasStarted else { return }
      isHeld = true
      tell(.held)
    // The call may be on its way out of a hold.
    case .waiting: break
    }
  }

  /// Ends the attachment; the audio heard so far can still be read.
  mutating func stop(_ end: AttachmentEnd) {
    guard self.end == nil else { return }
    listen()
    voice.flush()
    collect()
    self.end = end
    tell(.stopped(end))
  }

  // MARK: Events and readiness

  private mutating func tell(_ kind: AttachmentEvent.Kind) {
    collect()
    outbox.append(AttachmentEvent(kind, position: voice.status.position))
  }

  /// Turns the voice's notes into events.
  mutating func collect() {
    for note in voice.notes {
      let kind: AttachmentEvent.Kind =
        switch note.kind {
        case .mark(let name, let isFlushed): .mark(name, isFlushed: isFlushed)
        case .drained: .drained
        case .full: .full
        case .room: .room
        }
      outbox.append(AttachmentEvent(kind, position: note.position))
    }
    voice.notes = []
  }

  /// True when a reader need not wait.
  var canRead: Bool { heard.count >= chunk || end != nil }

  /// Returns true once each time that a reader need no longer wait.
  mutating func becomesReadable() -> Bool {
    guard wasReadable != canRead else { return false }
    wasReadable = canRead
    return wasReadable
  }

  /// Returns the descriptor, created at its first use; nil when the system provides none.
  mutating func readDescriptor() -> CInt? {
    if descriptor == nil {
      descriptor = ReadyDescriptor()
      isReady = false
      showReadiness()
    }
    return descriptor?.descriptor
  }

  /// Makes the descriptor agree with `canRead`.
  mutating func showReadiness() {
    guard let descriptor, isReady != canRead else { return }
    isReady = canRead
    descriptor.set(isReady)
  }

  var status: AttachmentStatus {
    var status = AttachmentStatus(rate: options.rate)
    let voice = voice.status
    if let end {
      status.state = .stopped(end)
    } else if hasStarted {
      status.state = isHeld ? .held : .started
    }
    status.isPaused = self.voice.isPaused
    (status.position, status.queued) = (voice.position, voice.queued)
    (status.heard, status.lost) = (heard.heard, heard.lost)
    (status.underruns, status.corrected, status.skipped) = (voice.underruns, voice.corrected, voice.skipped)
    return status
  }
}
