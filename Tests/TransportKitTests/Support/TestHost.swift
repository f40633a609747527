import Glibc
import Locking
import TransportABI

/// A host for tests: it records every message, and its time advances only when a test says so.
///
/// Everything but `posted` belongs to the test's own thread, which acts as the loop.
final class TestHost {
  private struct Timer {
    var due: UInt64
    var period: UInt64
    var body: @convention(c) (UnsafeMutableRawPointer?, hsw_timer) -> Void
    var argument: UnsafeMutableRawPointer?
  }
  private struct Posted: @unchecked Sendable {  // The plugin passes the pointer for the loop only; no other thread uses it.
    var body: @convention(c) (UnsafeMutableRawPointer?) -> Void
    var argument: UnsafeMutableRawPointer?
  }
  private struct Post: Sendable {
    var waiting: [Posted] = []
    var count = 0
  }

  /// The messages, in the tests' short form.
  var words: [String] = []
  /// The reasons of the failed actions.
  var sentences: [String] = []
  /// The number of completions of each action.
  private(set) var completions: [UInt64: Int] = [:]
  /// The messages that the plugin logged, if this host takes any.
  var log: [String] = []
  /// The status that report_… and action_done return.
  var verdict: hsw_status = HSW_OK
  /// The extensions that this host does not offer.
  var withheld: Set<String> = []
  /// True once any function was called.
  var calls = 0
  private(set) var now: UInt64 = 1_000_000_000
  private var began: UInt64 = 1_000_000_000
  private var timers: [UInt64: Timer] = [:]
  private var lastTimer: UInt64 = 0
  private var names: [UInt64: String] = [:]
  private let post = Locked(Post())
  /// The number of posts, and of those accepted.
  var posts: Int { post.withLock { $0.count } }
  private var extensions: [String: (table: UnsafeMutableRawPointer, keeper: AnyObject)] = [:]
  var watched: [Int32: (@convention(c) (UnsafeMutableRawPointer?, Int32, UInt32) -> Void, UnsafeMutableRawPointer?)] = [:]
  /// The table, at a guard page.
  private(set) var table: Lent<hsw_host>

  /// Makes a host whose tables are longer or shorter than this version's by so much.
  init(extra: Int = 0, tableBytes: Int? = nil, flags: UInt32 = 0, logs: Bool = false) {
    table = Lent(hsw_host())
    var host = hsw_host.recording(Unmanaged.passUnretained(self).toOpaque())
    host.flags = flags
    table = Lent(host, count: tableBytes ?? MemoryLayout<hsw_host>.size + extra)
    extensions = hsw_host.extensions(extra: extra, logs: logs)
  }

  /// Makes a host that goes on at the time of another one, with the same names of calls.
  convenience init(after other: TestHost, logs: Bool = false) {
    self.init(logs: logs)
    (now, began, names) = (other.now, other.began, other.names)
  }

  static func at(_ context: UnsafeMutableRawPointer?) -> TestHost {
    Unmanaged<TestHost>.fromOpaque(context!).takeUnretainedValue()
  }

  /// The receivers of secrets that were asked for.
  var secretsAsked: [(@convention(c) (UnsafeMutableRawPointer?, hsw_status, hsw_str) -> Void, UnsafeMutableRawPointer?)] = []

  /// Passes a secret to each receiver.
  func tellSecrets(_ secret: String) {
    let (text, receivers) = (LentText(secret), secretsAsked)
    secretsAsked = []
    for (body, argument) in receivers { body(argument, HSW_OK, text.string) }
  }

  /// The number of timers that would still fire.
  var armed: Int { timers.count }

  /// Returns the messages since the last call, and clears them.
  func heard() -> [String] {
    defer { words = [] }
    return words
  }

  /// The callers of incoming calls, as reported.
  private(set) var callers: [(name: String, diverted: String, local: String, presentation: UInt32)] = []

  /// Records a message with its call.
  func say(_ word: String, _ info: hsw_call_info) -> hsw_status {
    callers.append((text(info.display_name), text(info.diverted_from), text(info.local_handle), info.presentation))
    return say(word)
  }

  /// The letter for a call, in the order of appearance.
  func name(_ call: hsw_call) -> String {
    if let name = names[call.id] { return name }
    // Letters first, then numbers.
    let name = names.count < 26 ? String(UnicodeScalar(UInt8(ascii: "a") + UInt8(names.count))) : "#\(names.count)"
    names[call.id] = name
    return name
  }

  /// Every call that was ever reported.
  var callIDs: Set<UInt64> { Set(names.keys) }

  /// The call with that letter.
  func call(_ name: String) -> hsw_call {
    hsw_call(id: names.first { $0.value == name }?.key ?? 0)
  }

  /// Records a message, with the seconds of virtual time since the start unless they are zero.
  func say(_ word: String) -> hsw_status {
    calls += 1
    let tenths = (now - began) / 100_000_000
    words.append(tenths == 0 ? word : tenths % 10 == 0 ? "\(tenths / 10)s \(word)" : "\(tenths / 10).\(tenths % 10)s \(word)")
    return verdict
  }

  /// Records the completion of an action.
  func complete(_ action: UInt64, _ code: hsw_status?) -> hsw_status {
    completions[action, default: 0] += 1
    return say(code.map { "failed \(action) \($0)" } ?? "done \(action)")
  }

  func find(_ id: String) -> UnsafeRawPointer? {
    calls += 1
    return withheld.contains(id) ? nil : extensions[id].map { UnsafeRawPointer($0.table) }
  }

  /// Runs posted functions until none is left.
  @discardableResult
  func turn() -> Bool {
    var didRun = false
    while true {
      let batch = post.withLock { post in
        defer { post.waiting = [] }
        return post.waiting
      }
      if batch.isEmpty { return didRun }
      didRun = true
      for item in batch { item.body(item.argument) }
    }
  }

  /// Advances the time, timer by timer.
  func advance(_ seconds: Double) {
    let end = now + UInt64(seconds * 1e9)
    turn()
    while let (id, timer) = timers.filter({ $0.value.due <= end }).min(by: { ($0.value.due, $0.key) < ($1.value.due, $1.key) }) {
      now = max(now, timer.due)
      if timer.period == 0 { timers[id] = nil } else { timers[id]?.due += timer.period }
      timer.body(timer.argument, hsw_timer(id: id))
      turn()
    }
    now = end
  }

  func post(_ body: @escaping @convention(c) (UnsafeMutableRawPointer?) -> Void, _ argument: UnsafeMutableRawPointer?) -> hsw_status {
    guard verdict == HSW_OK else { return verdict }
    let item = Posted(body: body, argument: argument)
    post.withLock { post in
      post.waiting.append(item)
      post.count += 1
    }
    return HSW_OK
  }

  func arm(
    _ after: UInt64, _ period: UInt64, _ body: @escaping @convention(c) (UnsafeMutableRawPointer?, hsw_timer) -> Void,
    _ argument: UnsafeMutableRawPointer?, _ out: UnsafeMutablePointer<hsw_timer>
  ) -> hsw_status {
    calls += 1
    lastTimer += 1
    out.pointee.id = lastTimer
    timers[lastTimer] = Timer(due: now + after, period: period, body: body, argument: argument)
    return HSW_OK
  }

  func disarm(_ timer: hsw_timer) -> hsw_status {
    calls += 1
    return timers.removeValue(forKey: timer.id) == nil ? HSW_E_STALE : HSW_OK
  }
}
