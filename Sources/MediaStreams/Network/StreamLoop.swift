internal import CLinux
internal import CMediaThread
internal import CWebSockets
internal import CallControl
internal import Glibc
internal import Hookswitch
internal import HookswitchCore
internal import Locking
internal import TransportLoader

/// News for the thread of the streams.
enum StreamNews: Sendable {
  /// A stream begins: the host connects, or a program may come with the secret of the URL.
  case open(LiveStream, secret: String?)
  /// The stream could not be attached to its call.
  case drop
  case audio(AttachmentEvent)
  /// 20 ms of the call's audio can be read.
  case readable
  case digits(String)
  case callEnded(String)
  case replied(StreamNotice)
  case resolved(connection: UInt, NameLookup.Answer)
  /// The host's side closes the stream.
  case close
}

/// The thread `[streams]`: serves the connections of all streams of a host.
///
/// `@unchecked Sendable` because the thread alone touches everything but `inbox`, `isStopped` and the constants.
final class StreamLoop: @unchecked Sendable {
  private struct Inbox {
    var news: [(stream: Int64, StreamNews)] = []
    var listens: [ListenRequest] = []
    var isStopped = false
  }

  private let inbox = Locked(Inbox())
  let lookup = NameLookup()
  var context: WebSocketContext?
  private let wakeContext: Locked<UInt?> = Locked(nil)
  private let timer = UnsafeMutablePointer<hookswitch_ws_timer>.allocate(capacity: 1)
  var streams: [Int64: LiveStream] = [:]
  /// News of streams whose opening has not come yet.
  private var early: [Int64: [StreamNews]] = [:]
  var connections: [UInt: StreamConnection] = [:]
  var connectionCount: UInt = 0
  /// The streams that wait for a program, by the secret in their URL.
  var offers: [String: Int64] = [:]
  var listener: (vhost: OpaquePointer, path: String, token: String?)?
  private var thread = pthread_t()
  /// The time for which the timer is set; `max` while it is not.
  private var armed: UInt64 = .max
  var buffer = [UInt8](repeating: 0, count: 8_192)
  var samples = [Int16](repeating: 0, count: 2_048)
  private let forget: @Sendable (Int64) -> Void

  /// Starts the thread; nil when the system provides no memory, descriptors or thread.
  ///
  /// - Parameter forget: Called on the thread before a stream tells its end, and again when its connection is gone.
  init?(forget: @escaping @Sendable (Int64) -> Void) {
    self.forget = forget
    timer.initialize(to: hookswitch_ws_timer())
    let owner = Unmanaged.passUnretained(self).toOpaque()
    timer.pointee.owner = owner
    guard let made = WebSocketContext(owner: owner) else { return nil }
    context = made
    wakeContext.withLock { $0 = UInt(bitPattern: made.context) }
    let argument = Unmanaged.passRetained(self).toOpaque()
    guard hookswitch_start_thread(&thread, streamLoopEntry, argument) == 0 else {
      Unmanaged<StreamLoop>.fromOpaque(argument).release()
      made.destroy()
      context = nil
      return nil
    }
  }

  deinit {
    timer.deinitialize(count: 1)
    timer.deallocate()
  }

  // MARK: Other threads

  /// Gives the thread news of a stream.
  func post(_ stream: Int64, _ news: StreamNews) {
    let isFirst = inbox.withLock { inbox in
      inbox.news.append((stream, news))
      return inbox.news.count == 1
    }
    if isFirst { wake() }
  }

  /// Opens the port for programs, and waits for the result.
  func listen(_ request: ListenRequest) {
    inbox.withLock { $0.listens.append(request) }
    wake()
    request.wait()
  }

  /// Ends all streams and the thread, and waits for it: at most one second for the last messages.
  func stop() {
    inbox.withLock { $0.isStopped = true }
    wake()
    pthread_join(thread, nil)
  }

  private func wake() {
    wakeContext.withLock { if let context = $0.flatMap({ OpaquePointer(bitPattern: $0) }) { lws_cancel_service(context) } }
  }

  // MARK: The thread

  fileprivate func run() {
    hookswitch_name_thread("streams")
    var end: UInt64?
    while true {
      let (news, listens, isStopped) = inbox.withLock { inbox in
        defer { (inbox.news, inbox.listens) = ([], []) }
        return (inbox.news, inbox.listens, inbox.isStopped)
      }
      for request in listens { open(request) }
      for (stream, news) in news { take(news, of: stream) }
      if isStopped {
        let now = hookswitch_monotonic_ns()
        if end == nil { for number in streams.keys.sorted() { run(of: number) { $0.stop(.closed, nil, at: now) } } }
        end = end ?? now + StreamCore.farewell
        if streams.isEmpty || now >= end ?? now { break }
      }
      arm(end)
      context?.turn()
    }
    wakeContext.withLock { $0 = nil }
    for number in streams.keys.sorted() { forget(number) }
    streams = [:]
    lws_sul_cancel(&timer.pointee.sul)
    context?.destroy()
    context = nil
    for request in inbox.withLock({ $0.listens }) { request.fail("the streams are closed") }
  }

  /// Sets the timer for a deadline, unless it is set for an earlier one.
  ///
  /// A deadline that has gone costs one early call of `timePassed`, which looks at all streams.
  func arm(_ deadline: UInt64?) {
    guard let context, let deadline, deadline < armed else { return }
    armed = deadline
    let now = hookswitch_monotonic_ns()
    lws_sul_schedule(context.context, 0, &timer.pointee.sul, streamTimer, Int64(clamping: (max(deadline, now) - now) / 1_000 + 1))
  }

  fileprivate func timePassed() {
    armed = .max
    let now = hookswitch_monotonic_ns()
    for number in streams.keys.sorted() where streams[number]?.core.deadline ?? .max <= now { run(of: number) { $0.passed(now) } }
    arm(streams.values.compactMap(\.core.deadline).min())
  }

  private func take(_ news: StreamNews, of number: Int64) {
    if case .open(let stream, let secret) = news { return open(stream, number, secret) }
    guard streams[number] != nil else {
      if case .drop = news {
        early[number] = nil
      } else if isEarly(number) {
        early[number, default: []].append(news)
      }
      return
    }
    let now = hookswitch_monotonic_ns()
    switch news {
    case .open, .drop: break
    case .audio(let event): run(of: number) { $0.heard(event, at: now) }
    case .readable: if streams[number]?.core.carriesAudio == true { askToWrite(number) }
    case .digits(let digits): run(of: number) { $0.digits(digits) }
    case .callEnded(let reason): run(of: number) { $0.callEnded(reason, at: now) }
    case .replied(let notice): run(of: number) { $0.replied(notice) }
    case .close: run(of: number) { $0.stop(.closed, nil, at: now) }
    case .resolved(let connection, let answer):
      guard connections[connection] != nil else { return }
      switch answer {
      case .addresses(let addresses):
        streams[number]?.addresses = addresses
        connectNext(number, connection)
      case .failure(let reason): failed(connection, reason)
      }
    }
  }

  /// The number of the newest stream that was opened.
  private var newest: Int64 = 0
  private func isEarly(_ number: Int64) -> Bool { number > newest }

  private func open(_ stream: LiveStream, _ number: Int64, _ secret: String?) {
    newest = max(newest, number)
    streams[number] = stream
    arm(stream.core.deadline)
    if let secret {
      offers[secret] = number
    } else {
      connect(number)
    }
    for news in early.removeValue(forKey: number) ?? [] { take(news, of: number) }
  }

  // MARK: Effects

  /// Changes a stream, and runs the effects.
  func run(of number: Int64, _ change: (inout StreamCore) -> [StreamEffect]) {
    guard let stream = streams[number] else { return }
    for effect in change(&stream.core) { run(effect, of: number) }
    arm(stream.core.deadline)
    stream.publish()
  }

  func run(_ effect: StreamEffect, of number: Int64) {
    guard let stream = streams[number] else { return }
    switch effect {
    case .connect: connect(number)
    case .abort: abort(number)
    case .finish(let code, let reason):
      connections[stream.connection]?.finish = (code, reason)
      askToWrite(number)
    case .write: askToWrite(number)
    case .setReading(let isReading): if let wsi = connections[stream.connection]?.wsi { lws_rx_flow_control(wsi, isReading ? 1 : 0) }
    case .speak(let samples):
      let taken = (try? stream.attachment.write(samples)) ?? samples.count
      if taken < samples.count { run(of: number) { $0.wrote(taken, of: samples) } }
    case .mark(let name):
      do throws(AttachmentError) { try stream.attachment.mark(name) } catch {
        run(of: number) { $0.replied(.refused(id: nil, code: error.code.rawValue, message: error.description)) }
      }
    // The answers follow the events that an order causes, such as flushed marks: those wait in the inbox already.
    case .flush(let id):
      let (position, dropped) = stream.attachment.flushCounting()
      post(number, .replied(.flushed(id: id, position: position, dropped: dropped)))
    case .pause: post(number, .replied(.paused(position: stream.attachment.pause())))
    case .resume: post(number, .replied(.resumed(position: stream.attachment.resume())))
    case .status(let id): post(number, .replied(.status(id: id, stream.attachment.status)))
    case .control(let control, let id):
      stream.perform(control) { [self] code, message in
        post(number, .replied(.refused(id: id, code: code, message: message)))
      }
    case .dropHeard: while takeChunk(of: stream).isFollowed {}
    case .detach: stream.attachment.close()
    case .endCall: stream.perform(.hangUp) { _, _ in }
    case .tell(let kind):
      // A stream whose end is told is no longer listed, while its connection may still say farewell.
      if case .stopped = kind { forget(number) }
      stream.tell(StreamEvent(kind, position: stream.core.position))
    case .forget:
      stream.publish()
      streams[number] = nil
      for (secret, owner) in offers where owner == number { offers[secret] = nil }
      forget(number)
    }
  }

  /// Moves 20 ms into `samples`, and returns their number: 0 when there are none, and true when the next 20 ms wait.
  func takeChunk(of stream: LiveStream) -> (count: Int, isFollowed: Bool) {
    samples.withUnsafeMutableBufferPointer { room in
      stream.attachment.readChunk(into: UnsafeMutableBufferPointer(rebasing: room[..<stream.format.chunk]))
    }
  }
}

private func streamLoopEntry(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let argument { Unmanaged<StreamLoop>.fromOpaque(argument).takeRetainedValue().run() }
  return nil
}

private func streamTimer(_ timer: UnsafeMutablePointer<lws_sorted_usec_list_t>?) {
  // The list entry is the first member of the timer.
  guard let owner = UnsafeMutableRawPointer(timer)?.assumingMemoryBound(to: hookswitch_ws_timer.self).pointee.owner else { return }
  Unmanaged<StreamLoop>.fromOpaque(owner).takeUnretainedValue().timePassed()
}
