/// A connection of a browser.
struct ConsoleConnection {
  /// The stage of a connection.
  enum Stage {
    /// HTTP.
    case http
    /// A WebSocket whose session the daemon opens; no message of the browser goes to the daemon before it has.
    case opening(ConsoleCredentials)
    /// A WebSocket with a session.
    case open(ConsoleCredentials)
  }

  let wsi: OpaquePointer
  var stage = Stage.http
  /// The number of the link to the daemon; 0 for none.
  var link: UInt = 0
  /// The body of a request, or the parts of a message that came so far.
  var incoming: [UInt8] = []
  /// Messages for a WebSocket, or the parts of an HTTP answer.
  var outgoing: [[UInt8]] = []
  /// The number of bytes in `outgoing`.
  var queued = 0
  /// The bytes of the first of `outgoing` that are sent.
  var sent = 0
  /// True once the head of the present answer is written.
  var hasHead = false
  /// Messages that wait for the session.
  var early: [[UInt8]] = []
  var budget: ConsoleBudget
  /// The code to close a WebSocket with, once its messages are sent.
  var closeCode: UInt32?
  /// True to end the connection after the HTTP answer.
  var endsAfterAnswer = false

  init(wsi: OpaquePointer, limits: ConsoleLimits) {
    self.wsi = wsi
    budget = ConsoleBudget(limits)
  }

  var credentials: ConsoleCredentials? {
    switch stage {
    case .http: nil
    case .opening(let credentials), .open(let credentials): credentials
    }
  }

  /// Replaces what waits by an answer of HTTP.
  mutating func answer(_ head: [UInt8], _ body: [UInt8]) {
    (outgoing, queued, sent, hasHead) = ([], 0, 0, false)
    put(head)
    if !body.isEmpty { put(body) }
  }

  mutating func put(_ bytes: [UInt8]) {
    outgoing.append(bytes)
    queued += bytes.count
  }
}

/// A connection to the daemon, for one browser's connection.
struct DaemonLink {
  /// The purpose of a link.
  enum Purpose {
    /// The requests of a WebSocket.
    case relay
    /// The exchange of a code for a token.
    case session
    /// One query, whose answer ends the HTTP request.
    case query(ConsoleQuery)
  }

  let wsi: OpaquePointer
  let descriptor: CInt
  let browser: UInt
  let purpose: Purpose
  var lines = DaemonLines()
  /// The line to send once the session is open: sent before, a refused session would leave it the console's own rights.
  var next: [UInt8]?
  var outgoing: [UInt8] = []
  /// The ladders that were asked for, by the name of the console's request.
  var ladders: [String: (id: Int, request: LadderRequest)] = [:]
  var count = 0
  /// True while the link is read.
  var isReading = true

  mutating func put(_ line: [UInt8]) { outgoing += line + [10] }
}

/// A query of an HTTP request to the daemon.
enum ConsoleQuery {
  case metrics(isOpenMetrics: Bool)
  case health(ready: Bool)
}
