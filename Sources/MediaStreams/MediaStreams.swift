internal import CMediaThread
public import CallControl
internal import Dispatch
public import FoundationEssentials
internal import Hookswitch
public import HookswitchCore
internal import Locking
internal import StrictJSON

/// The streams of a host: the sound of its calls in other programs, over AudioSocket and WebSocket.
///
/// The protocols are described in docs/media-streams.md. One thread serves all connections. A host may have several of these objects, with
/// one port each.
public final class MediaStreams: Sendable {
  /// The limit on streams of one object.
  public static let limit = 4_096

  private struct State {
    var loop: StreamLoop?
    var count: Int64 = 0
    var streams: [Int64: MediaStream] = [:]
    /// The streams of each call.
    var calls: [CallID: Set<Int64>] = [:]
    /// The address for programs, with its port.
    var door: StreamAddress?
    var isClosed = false
    /// The programs that answer the calls of providers.
    var targets: [ProviderID: StreamTarget] = [:]
  }

  private let host: CallHost
  private let state = Locked(State())
  private let listener: Locked<DirectListener?> = Locked(nil)

  /// Creates the streams of a host; nothing runs before the first one.
  public init(_ host: CallHost) { self.host = host }

  deinit { close() }

  /// The streams that have not ended.
  public var streams: [MediaStream] { state.withLock { $0.streams.values.sorted { $0.number < $1.number } } }

  /// Returns the streams of a call that have not ended.
  public func streams(of call: CallID) -> [MediaStream] { streams.filter { $0.call == call } }

  // MARK: Streams

  /// Connects a call to a program at a URL.
  ///
  /// Returns at once. `StreamEvent.Kind.connected` follows, or `stopped` with `refused`.
  ///
  /// - Parameters:
  ///   - call: A call that is shown.
  ///   - url: `audiosocket://host:port`, `ws://host:port/path` or `wss://host:port/path`.
  ///   - options: The rate, the rights and the limits.
  /// - Throws: `AttachmentError`: `unknownCall`; `unsupported` when the call or the host carries no audio; `invalid` for the URL or an
  ///   option; `limit` when too many programs are attached, or the system has no more memory, descriptors or threads.
  public func open(for call: CallID, to url: String, _ options: StreamOptions = StreamOptions()) throws(AttachmentError) -> MediaStream {
    try open(for: call, to: url, options, number: nil, listener: nil)
  }

  /// Connects a call to a program at a URL.
  ///
  /// - Parameters:
  ///   - number: The stream's number, which no other stream has; nil for the next one.
  ///   - listener: Receives the number and every event on the thread of the streams; it must not block.
  package func open(
    for call: CallID, to url: String, _ options: StreamOptions, number: Int64?, listener: (@Sendable (Int64, StreamEvent) -> Void)?
  ) throws(AttachmentError) -> MediaStream {
    let address = try Self.checked(url, options)
    return try begin(for: call, at: address, url, secret: nil, options, number, listener)
  }

  /// True once a port is open for programs.
  public var isListening: Bool { state.withLock { $0.door != nil } }

  /// Opens a port for programs: `ws://127.0.0.1:0/media`.
  ///
  /// An object has one port. An address beyond the loopback interface needs `wss`, a certificate and a token.
  ///
  /// - Parameters:
  ///   - address: A `ws` or `wss` URL with a numeric host; the system chooses the port 0.
  ///   - options: The token and the certificate; `connectLimit` bounds a program's handshake.
  /// - Returns: The URL with its port.
  /// - Throws: `AttachmentError`: `invalid` for the address or an option; `limit` when the port cannot be opened.
  public func listen(at address: String, _ options: StreamOptions = StreamOptions()) throws(AttachmentError) -> String {
    let door = try Self.address(address, "address", allowsPortZero: true)
    guard door.scheme != .audioSocket else {
      throw AttachmentError(.invalid, address, "programs come by ws:// or wss://; over AudioSocket the host connects to the program")
    }
    guard NameLookup.numeric(door.host) != nil else { throw AttachmentError(.invalid, address, "the host is no numeric address") }
    try Self.check(options, isAudioSocket: false)
    if !door.isLoopback, !door.isSecure || options.token == nil {
      throw AttachmentError(.invalid, address, "an address beyond the loopback interface needs wss:// and a token")
    }
    if door.isSecure, options.certificate == nil {
      throw AttachmentError(.invalid, address, "wss needs the option certificate: a PEM file with certificate and key")
    }
    let loop = try loop()
    guard
      let request = ListenRequest(
        door, certificate: door.isSecure ? options.certificate : nil, token: options.token, limit: options.connectLimit)
    else { throw AttachmentError(.limit, address, "the system has no more descriptors for this process: close some, or raise the limit") }
    loop.listen(request)
    let port: UInt16
    do throws(StreamAddressError) {
      port = try request.port
    } catch {
      throw AttachmentError(.limit, address, error.reason)
    }
    let opened = door.at(port)
    state.withLock { $0.door = opened }
    return "\(opened)"
  }

  /// Offers a call to one program, at the URL of the result, which works once, within 30 s.
  ///
  /// - Throws: `AttachmentError` as `open`, and `noPort` before `listen`.
  public func offer(_ call: CallID, _ options: StreamOptions = StreamOptions()) throws(AttachmentError) -> MediaStream {
    try offer(call, options, number: nil, listener: nil)
  }

  /// Offers a call to one program; the parameters are those of `open`.
  package func offer(
    _ call: CallID, _ options: StreamOptions, number: Int64?, listener: (@Sendable (Int64, StreamEvent) -> Void)?
  ) throws(AttachmentError) -> MediaStream {
    guard let door = state.withLock({ $0.door }) else {
      throw AttachmentError(.noPort, call.uuidString, "this host does not listen for programs yet: open a port first")
    }
    var random = SystemRandomNumberGenerator()
    let secret = (0..<2).map { _ in
      let digits = String(UInt64.random(in: 0...UInt64.max, using: &random), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
    let url = door.path.hasSuffix("/") ? "\(door)\(secret)" : "\(door)/\(secret)"
    return try begin(for: call, at: nil, url, secret: secret, options, number, listener)
  }

  /// Ends all streams and the thread.
  ///
  /// Waits up to one second for the last messages. Do not call it from a listener.
  public func close() {
    let loop = state.withLock { state in
      defer { state.loop = nil }
      state.isClosed = true
      return state.loop
    }
    listener.withLock { listener in
      defer { listener = nil }
      return listener
    }?.stop(host)
    loop?.stop()
  }

  // MARK: Answering

  /// Lets a program answer the incoming calls of a provider: each is answered when its stream is connected.
  ///
  /// A call whose program cannot be connected rings on.
  ///
  /// - Parameters:
  ///   - provider: The provider.
  ///   - target: The program; nil to leave further calls alone.
  public func answer(callsOf provider: ProviderID, with target: StreamTarget?) {
    let isOpen = state.withLock { state in
      state.targets[provider] = target
      return !state.isClosed
    }
    if target != nil, isOpen { listen() }
  }

  /// Connects a call that rings to the program of its provider, and answers it then.
  private func connect(_ call: CallID, to target: StreamTarget) {
    let answers: @Sendable (Int64, StreamEvent) -> Void = { [weak host] _, event in
      guard let host, case .connected(isAgain: false) = event.kind, let line = host.call(call)?.line else { return }
      CallController(host: host, line: line).submit(.transaction([.perform(.answer, on: call)]), origin: .client)
    }
    do throws(AttachmentError) {
      _ = try open(for: call, to: target.url, target.options, number: nil, listener: answers)
    } catch {
      host.core.note(host.call(call)?.provider ?? "", "stream", error.description)
    }
  }

  // MARK: Parts

  private func begin(
    for call: CallID, at address: StreamAddress?, _ url: String, secret: String?, _ options: StreamOptions, _ number: Int64?,
    _ listener: (@Sendable (Int64, StreamEvent) -> Void)?
  ) throws(AttachmentError) -> MediaStream {
    let isAudioSocket = address?.scheme == .audioSocket
    var options = options
    var audio = options.audio ?? .talk(rate: isAudioSocket ? 8_000 : 16_000)
    // A WebSocket is always read: audio of once the limit is taken beyond it.
    if !isAudioSocket { audio.surplus = audio.queue }
    options.audio = audio
    try Self.check(options, isAudioSocket: isAudioSocket)
    let parameters = try Self.parameters(options.parameters)
    let loop = try loop()
    let stream = try register(for: call, url, number, listener, loop)
    let attachment: AudioAttachment
    do throws(AttachmentError) {
      // The number alone: the stream keeps the attachment, which would keep the stream.
      attachment = try host.attachAudio(to: call, audio, whenReadable: { [number = stream.number] in loop.post(number, .readable) }) {
        [number = stream.number] in loop.post(number, .audio($1))
      }
    } catch {
      forget(stream.number)
      loop.post(stream.number, .drop)
      throw error
    }
    stream.attach(attachment)
    let limit = secret == nil ? options.connectLimit : .seconds(30)
    let core = StreamCore(
      isAudioSocket: isAudioSocket, connects: secret == nil, options: options, until: hookswitch_monotonic_ns() + limit.nanoseconds)
    let format = StreamFormat(rate: audio.rate, channels: audio.channels, queue: Int(audio.queue.nanoseconds / 1_000_000))
    loop.post(
      stream.number,
      .open(
        LiveStream(
          number: stream.number, stream: stream, attachment: attachment, host: host, format: format, address: address,
          parameters: parameters, core: core), secret: secret))
    return stream
  }

  private func register(
    for call: CallID, _ url: String, _ number: Int64?, _ listener: (@Sendable (Int64, StreamEvent) -> Void)?, _ loop: StreamLoop
  ) throws(AttachmentError) -> MediaStream {
    let made = state.withLock { state -> MediaStream? in
      guard state.streams.count < Self.limit else { return nil }
      let number = number ?? state.count + 1
      state.count = max(state.count, number)
      let stream = MediaStream(number: number, call: call, url: url, listener: listener) { loop.post($0, .close) }
      state.streams[number] = stream
      state.calls[call, default: []].insert(number)
      return stream
    }
    guard let made else { throw AttachmentError(.limit, call.uuidString, "\(Self.limit) streams are open: close one") }
    return made
  }

  private func forget(_ number: Int64) {
    state.withLock { state in
      guard let stream = state.streams.removeValue(forKey: number) else { return }
      state.calls[stream.call]?.remove(number)
      if state.calls[stream.call]?.isEmpty == true { state.calls[stream.call] = nil }
    }
  }

  /// Returns the loop; the first stream starts it, and begins to listen to the host.
  private func loop() throws(AttachmentError) -> StreamLoop {
    let loop = state.withLock { state -> StreamLoop? in
      guard !state.isClosed else { return nil }
      state.loop = state.loop ?? StreamLoop { [weak self] in self?.forget($0) }
      return state.loop
    }
    listen()
    guard let loop else {
      throw AttachmentError(.limit, "streams", "the streams are closed, or the system provides no thread or descriptors")
    }
    return loop
  }

  /// Begins to listen to the host, once.
  private func listen() {
    listener.withLock { $0 = $0 ?? DirectListener(host) { [weak self] event in self?.take(event) } }
  }

  /// Takes the news of the calls that have streams, and of those that ring.
  private func take(_ event: HostEvent) {
    switch event.body {
    case .dtmfReceived(let call, let digits): post(call, .digits(digits))
    case .ended(let call, let end): post(call, .callEnded(end.reason.rawValue))
    case .entered(let call, .ringing):
      guard let provider = host.call(call)?.provider, let target = state.withLock({ $0.targets[provider] }) else { return }
      // A listener must not wait, and attaching a program may.
      DispatchQueue.global().async { [weak self] in self?.connect(call, to: target) }
    default: break
    }
  }

  private func post(_ call: CallID, _ news: StreamNews) {
    let (loop, numbers) = state.withLock { ($0.loop, $0.calls[call]?.sorted() ?? []) }
    for number in numbers { loop?.post(number, news) }
  }

  // MARK: Options

  private static func address(_ text: String, _ subject: String, allowsPortZero: Bool = false) throws(AttachmentError) -> StreamAddress {
    do throws(StreamAddressError) {
      return try StreamAddress(text, allowsPortZero: allowsPortZero)
    } catch {
      throw AttachmentError(.invalid, subject, error.reason)
    }
  }

  /// Checks a program's URL and the settings of its streams, and returns the address.
  static func checked(_ url: String, _ options: StreamOptions) throws(AttachmentError) -> StreamAddress {
    let address = try address(url, "url")
    try check(options, isAudioSocket: address.scheme == .audioSocket)
    try options.audio?.check()
    _ = try parameters(options.parameters)
    return address
  }

  private static func check(_ options: StreamOptions, isAudioSocket: Bool) throws(AttachmentError) {
    func invalid(_ name: String, _ reason: String) -> AttachmentError { AttachmentError(.invalid, name, reason) }
    if isAudioSocket {
      if let audio = options.audio, audio.mode != .talk { throw invalid("mode", "a program on AudioSocket can only talk") }
      if options.token != nil { throw invalid("token", "AudioSocket has no token") }
    }
    if let token = options.token {
      guard (1...1_024).contains(token.utf8.count), token.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
        throw invalid("token", "a token has 1 to 1024 characters of ASCII without spaces")
      }
    }
    guard options.connectLimit >= .milliseconds(100), options.connectLimit <= .seconds(60) else {
      throw invalid("connectLimit", "\(options.connectLimit) lies outside 0.1 seconds to 1 minute")
    }
    guard options.reconnectLimit >= .zero, options.reconnectLimit <= .seconds(3_600) else {
      throw invalid("reconnectLimit", "\(options.reconnectLimit) lies outside 0 seconds to 1 hour")
    }
  }

  private static func parameters(_ text: String) throws(AttachmentError) -> JSONValue {
    let json: JSONValue
    do throws(JSONSyntaxError) {
      json = try JSONReader.read(Array(text.utf8), limits: JSONLimits(depth: 8, size: 16_384))
    } catch {
      throw AttachmentError(.invalid, "parameters", "this is no JSON object: \(error.reason)")
    }
    guard case .object = json else { throw AttachmentError(.invalid, "parameters", "this is \(json.kind), not an object") }
    return json
  }
}
