internal import HookswitchCore
internal import StrictJSON

/// The state of one stream: its connection, its outbox, and the end of both.
///
/// Pure: times are nanoseconds of one clock that only moves forward, and the shell runs the effects that a change returns.
struct StreamCore: Sendable {
  /// The phases of a stream's life.
  enum Phase: Equatable, Sendable {
    /// A connection is being made, or the program's is awaited.
    case connecting(until: UInt64)
    /// The program is connected.
    case linked
    /// The connection broke; the next one is tried at this time.
    case pausing(until: UInt64)
    /// The call's audio ended; the reason of the call's end follows.
    case ending(until: UInt64)
    /// The last messages are being sent.
    case closing(until: UInt64)
    case over
  }

  /// The delays before each new connection; the last one repeats.
  static let delays: [UInt64] = [250, 500, 1_000, 2_000, 5_000].map { $0 * 1_000_000 }
  /// The limit on messages that wait for the program; it is above the marks of an attachment.
  static let outboxLimit = 2_048
  /// The time in which a program must read something, in nanoseconds.
  static let stallLimit: UInt64 = 5_000_000_000
  /// The time for the last messages, in nanoseconds.
  static let farewell: UInt64 = 1_000_000_000
  /// The text messages of a program in a second.
  static let messageRate: UInt64 = 100

  let isAudioSocket: Bool
  /// True when this side connects.
  let connects: Bool
  let options: StreamOptions
  var phase: Phase
  var outbox: [StreamNotice] = []
  /// The place in `outbox` of the next message.
  var first = 0
  private var call: StreamCall?
  private var hasConnected = false
  private var lostAt: UInt64 = 0
  private var attempts = 0
  /// True while the call is held; nil before its audio has begun.
  private var isHeld: Bool?
  private var endWord: String?
  /// The program's samples that the call had heard at the last event.
  private(set) var position: Int64 = 0
  /// The samples sent to the program, of all channels together.
  private(set) var sent: Int64 = 0
  var ignored: UInt64 = 0
  var dropped: Int64 = 0
  /// The samples of an AudioSocket program for which the queue had no room.
  var leftover: [Int16] = []
  /// The time since which the program has read nothing although something waits.
  private var stalledSince: UInt64?
  /// The rate limiter of text messages: the time until which the past ones count.
  var busyUntil: UInt64 = 0

  /// Creates a stream whose connection is being made or awaited until the limit.
  init(isAudioSocket: Bool, connects: Bool, options: StreamOptions, until: UInt64) {
    self.isAudioSocket = isAudioSocket
    self.connects = connects
    self.options = options
    phase = .connecting(until: until)
  }

  /// The next time at which the core must be called; nil when it waits for other things.
  var deadline: UInt64? {
    let stall = stalledSince.map { $0 + Self.stallLimit }
    switch phase {
    case .connecting(let until), .pausing(let until), .ending(let until), .closing(let until): return min(until, stall ?? until)
    case .linked: return stall
    case .over: return nil
    }
  }

  /// True while messages and audio can be sent.
  var isLinked: Bool {
    switch phase {
    case .linked, .ending, .closing: true
    case .connecting, .pausing, .over: false
    }
  }

  /// True while audio is sent and taken.
  var carriesAudio: Bool { phase == .linked }

  /// The state for a report.
  var state: StreamStatus.State {
    switch phase {
    case .connecting: .connecting
    case .linked, .ending: .connected
    case .pausing: .lost
    case .closing, .over: .stopped
    }
  }

  // MARK: The connection

  /// A connection was made, and its handshake is done.
  mutating func connected(_ call: StreamCall) -> [StreamEffect] {
    guard case .connecting = phase else { return [.abort] }
    let isAgain = hasConnected
    (phase, hasConnected, attempts, stalledSince) = (.linked, true, 0, nil)
    clearOutbox()
    var effects: [StreamEffect] = isAgain ? [.dropHeard] : []
    effects.append(.tell(.connected(isAgain: isAgain)))
    effects += send(.started(call, isAgain: isAgain))
    if let isHeld { effects += send(.state(isHeld: isHeld)) }
    return effects
  }

  /// No connection could be made.
  mutating func notConnected(_ reason: String, at now: UInt64) -> [StreamEffect] {
    guard case .connecting = phase else { return [] }
    phase = .over
    return hasConnected ? tryAgain(reason, at: now) : stop(.refused, reason, at: now)
  }

  /// The connection ended: by a closing handshake of the program (`isClosed`), or because it broke.
  mutating func disconnected(isClosed: Bool, _ reason: String, at now: UInt64) -> [StreamEffect] {
    switch phase {
    case .linked: break
    case .ending: return stop(.callEnded, nil, at: now)
    case .closing:
      phase = .over
      return [.forget]
    case .connecting, .pausing, .over: return []
    }
    if isClosed || isAudioSocket {
      phase = .over
      return stop(.detached, nil, at: now)
    }
    return lose(reason, at: now)
  }

  /// The link is lost; a new one is tried if this side made it.
  private mutating func lose(_ reason: String, at now: UInt64) -> [StreamEffect] {
    clearOutbox()
    stalledSince = nil
    phase = .over
    guard connects, options.reconnects, !isAudioSocket else { return stop(.gaveUp, reason, at: now) }
    lostAt = now
    return [.tell(.lost(reason))] + tryAgain(reason, at: now)
  }

  private mutating func tryAgain(_ reason: String, at now: UInt64) -> [StreamEffect] {
    let next = now + Self.delays[min(attempts, Self.delays.count - 1)]
    attempts += 1
    guard next <= lostAt + options.reconnectLimit.nanoseconds else { return stop(.gaveUp, reason, at: now) }
    phase = .pausing(until: next)
    return []
  }

  /// A time has come that `deadline` named.
  mutating func passed(_ now: UInt64) -> [StreamEffect] {
    if let stalledSince, now >= stalledSince + Self.stallLimit, phase == .linked {
      return [.abort] + lose("the program read nothing for 5 s", at: now)
    }
    switch phase {
    case .connecting(let until) where now >= until:
      return [.abort] + notConnected(connects ? "the program gave no answer in time" : "no program came in time", at: now)
    case .pausing(let until) where now >= until:
      phase = .connecting(until: now + options.connectLimit.nanoseconds)
      return [.connect]
    case .ending(let until) where now >= until: return stop(.callEnded, nil, at: now)
    case .closing(let until) where now >= until:
      phase = .over
      return [.abort, .forget]
    case .connecting, .linked, .pausing, .ending, .closing, .over: return []
    }
  }

  // MARK: The call

  /// Takes an event of the call's audio.
  mutating func heard(_ event: AttachmentEvent, at now: UInt64) -> [StreamEffect] {
    position = event.position
    switch phase {
    case .ending, .closing, .over: return []
    case .connecting, .linked, .pausing: break
    }
    if case .stopped(let end) = event.kind {
      guard end == .callEnded else { return stop(.detached, nil, at: now) }
      guard phase == .linked, endWord == nil else { return stop(.callEnded, nil, at: now) }
      phase = .ending(until: now + Self.farewell)
      return []
    }
    var effects: [StreamEffect] = [.tell(.audio(event.kind))]
    switch event.kind {
    case .started, .resumed:
      isHeld = false
      effects += send(.state(isHeld: false))
    case .held:
      isHeld = true
      effects += send(.state(isHeld: true))
    case .mark(let name, let isFlushed): effects += send(.mark(name, position: event.position, isFlushed: isFlushed))
    case .drained: effects += send(.drained(position: event.position))
    // The messages with the queue's length are the shell's, which asks the call.
    case .full: effects += send(.full(queued: queueLimit))
    case .room:
      effects += send(.room(queued: queueLimit * 4 / 5))
      if !leftover.isEmpty {
        let samples = leftover
        leftover = []
        effects += [.setReading(true), .speak(samples)]
      }
    case .stopped: break
    }
    return effects
  }

  private var queueLimit: Int64 { Int64(options.audio.map { $0.samples(in: $0.queue) } ?? 0) }

  /// The far end sent digits.
  mutating func digits(_ digits: String) -> [StreamEffect] { phase == .linked ? send(.digits(digits)) : [] }

  /// The call ended for this reason; its audio ends too.
  mutating func callEnded(_ reason: String, at now: UInt64) -> [StreamEffect] {
    endWord = reason
    guard case .ending = phase else { return [] }
    return stop(.callEnded, nil, at: now)
  }

  /// An order of the program has its answer.
  mutating func replied(_ notice: StreamNotice) -> [StreamEffect] { phase == .linked ? send(notice) : [] }

  // MARK: The end

  /// Ends the stream, and tells the program why if it is connected.
  mutating func stop(_ end: StreamEnd, _ detail: String?, code: StreamFault.Code = .normal, at now: UInt64) -> [StreamEffect] {
    let wasLinked = phase == .linked || isEnding
    let hadAttempt: Bool
    if case .connecting = phase { hadAttempt = true } else { hadAttempt = false }
    switch phase {
    case .closing: return []
    case .over, .connecting, .linked, .pausing, .ending: break
    }
    var effects: [StreamEffect] = []
    if wasLinked {
      // After a breach of the protocol the closing code tells the reason.
      if code == .normal { effects += send(.stopped(end, end: end == .callEnded ? endWord : nil, position: position)) }
      phase = .closing(until: now + Self.farewell)
      effects.append(.finish(code, code == .normal ? "" : detail ?? ""))
    } else {
      phase = .over
      if hadAttempt { effects.append(.abort) }
    }
    effects.append(.detach)
    if options.ending == .always, end == .detached || end == .refused || end == .gaveUp { effects.append(.endCall) }
    effects.append(.tell(.stopped(end, detail)))
    if !wasLinked { effects.append(.forget) }
    return effects
  }

  private var isEnding: Bool {
    if case .ending = phase { true } else { false }
  }

  // MARK: The outbox

  /// Adds a message; a program that lets too many wait is lost.
  mutating func send(_ notice: StreamNotice) -> [StreamEffect] {
    guard isLinked, !isAudioSocket || notice.isForAudioSocket, outbox.count - first < Self.outboxLimit else { return [] }
    outbox.append(notice)
    return [.write]
  }

  private mutating func clearOutbox() {
    outbox = []
    first = 0
  }

  /// Takes the next message to send.
  mutating func next() -> StreamNotice? {
    guard first < outbox.count else { return nil }
    defer {
      first += 1
      if first == outbox.count { clearOutbox() }
    }
    return outbox[first]
  }

  /// True when a message waits.
  var hasNext: Bool { first < outbox.count }

  /// Something was sent, with so many samples.
  mutating func sent(samples: Int) {
    sent += Int64(samples)
    stalledSince = nil
  }

  /// Something waits, and the connection takes nothing.
  mutating func waits(at now: UInt64) { stalledSince = stalledSince ?? now }
}

extension StreamNotice {
  /// True for the messages that AudioSocket has too.
  fileprivate var isForAudioSocket: Bool {
    switch self {
    case .started, .digits, .stopped: true
    default: false
    }
  }
}

extension Duration {
  /// The nanoseconds of a length of time that is not negative.
  var nanoseconds: UInt64 {
    let (seconds, attoseconds) = components
    return UInt64(clamping: seconds) * 1_000_000_000 + UInt64(clamping: attoseconds / 1_000_000_000)
  }
}
