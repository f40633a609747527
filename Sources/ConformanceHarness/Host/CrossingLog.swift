internal import Glibc
internal import Locking
internal import StrictJSON
internal import TransportABI

/// The log of crossings in both directions: the last few in memory, and all of them in a file while the run is traced.
final class CrossingLog: Sendable {
  /// The number of crossings kept in memory.
  static let ring = 256

  private struct State: Sendable {
    var crossings: [Crossing] = []
    var start = 0
    var number: UInt64 = 0
    var trace: CInt = -1
    var tally = CrossingTally()
  }

  private let state = Locked(State())

  deinit { trace(into: nil) }

  /// Also appends each further crossing to a file, where it survives a crash of the process; nil stops this.
  func trace(into path: String?) {
    state.withLock { state in
      if state.trace >= 0 { close(state.trace) }
      // A high number, out of the way of the descriptors that the plugin opens.
      let file = path.map { open($0, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600) } ?? -1
      state.trace = file < 0 ? -1 : fcntl(file, F_DUPFD_CLOEXEC, 200)
      if file >= 0 { close(file) }
    }
  }

  /// Records a crossing and returns its number. [any]
  @discardableResult
  func record(_ crossing: Crossing) -> UInt64 {
    state.withLock { state in
      state.number += 1
      var crossing = crossing
      crossing.number = state.number
      state.tally.count(crossing)
      if state.trace >= 0 {
        let line = Array((crossing.traceEvent + "\n").utf8)
        _ = write(state.trace, line, line.count)
      }
      if state.crossings.count < Self.ring {
        state.crossings.append(crossing)
      } else {
        state.crossings[state.start] = crossing
        state.start = (state.start + 1) % Self.ring
      }
      return state.number
    }
  }

  /// Adds the status that a crossing's function returned, if the log still holds the crossing. [any]
  func answer(_ number: UInt64, _ status: hsw_status) {
    state.withLock { state in
      let first = state.number - UInt64(state.crossings.count)
      guard number > first else { return }
      let index = (state.start + Int(number - first) - 1) % state.crossings.count
      state.crossings[index].status = status
    }
  }

  /// The crossings in memory, oldest first.
  var crossings: [Crossing] {
    state.withLock { Array($0.crossings[$0.start...] + $0.crossings[..<$0.start]) }
  }

  /// The uses of each function so far.
  var tally: CrossingTally { state.withLock { $0.tally } }

  /// The number of crossings recorded in all.
  var count: UInt64 { state.withLock { $0.number } }
}

/// The number of uses of each function in a test.
struct CrossingTally: Sendable {
  /// The uses by the function's name.
  private(set) var uses: [String: UInt64] = [:]
  /// The last function of the plugin that asked for something; empty before the first.
  ///
  /// The kit's own looks at the far end and the plugin's callbacks are none.
  private(set) var lastRequest = ""

  mutating func count(_ crossing: Crossing) {
    guard crossing.function != "kit:" else { return }
    uses[crossing.function, default: 0] += 1
    guard crossing.direction == .toPlugin, !crossing.function.hasPrefix("test-peer."), crossing.function.contains(".") else { return }
    lastRequest = crossing.function
  }
}

/// A text that its reader makes: people read few of a thousand notes.
package struct LateText: Sendable, Hashable {
  private let make: @Sendable () -> String

  package init(_ make: @escaping @Sendable () -> String) { self.make = make }

  package var text: String { make() }

  package static func == (one: LateText, other: LateText) -> Bool { one.text == other.text }
  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

/// One use of a function across the boundary between host and plugin, in either direction.
struct Crossing: Sendable, Hashable {
  enum Direction: String, Sendable { case toPlugin = ">", toHost = "<" }

  /// The crossing's number in the run, from 1.
  var number: UInt64
  var direction: Direction
  /// The function, as in `calls.start` or `host.report_state`.
  var function: String
  /// The call and the action that it concerns; 0 means none.
  var call: UInt64 = 0
  var action: UInt64 = 0
  /// Further arguments, as readable text.
  var detail = ""
  /// The status that the function returned; nil for a function that returns none.
  var status: hsw_status?
  /// The virtual time, in nanoseconds.
  var time: UInt64
  var isOnLoop: Bool
  /// The detail of a note; nil for a detail that is text already.
  var note: LateText?

  /// The detail in words.
  private var words: String { note?.text ?? detail }

  /// The crossing in one line: `12 +5 ms < host.report_state call 0x1 HSW_CALL_RINGING = HSW_OK`.
  var line: String {
    let milliseconds = (time - VirtualLoop.beginning) / 1_000_000
    var words = ["\(number)", "+\(milliseconds) ms", direction.rawValue, function]
    if call != 0 { words.append("call 0x" + String(call, radix: 16)) }
    if action != 0 { words.append("action \(action)") }
    let detail = self.words
    if !detail.isEmpty { words.append(detail) }
    if !isOnLoop { words.append("(another thread)") }
    if let status { words.append("= " + StatusName.of(status)) }
    return words.joined(separator: " ")
  }

  /// The crossing as an event of the trace format that Perfetto and Chrome read; its time is virtual, in microseconds.
  var traceEvent: String {
    let time = (time - VirtualLoop.beginning) / 1000
    var order = String(number % 1000)
    order = String(repeating: "0", count: 3 - order.count) + order
    let arguments = JSONValue.object([
      .init(name: "call", value: .string("0x" + String(call, radix: 16))), .init(name: "action", value: .integer(action)),
      .init(name: "detail", value: .string(words)), .init(name: "status", value: .string(status.map(StatusName.of) ?? "")),
    ])
    return """
      {"name":\(JSONValue.quote(function)),"ph":"i","s":"t","ts":\(time).\(order),"pid":1,"tid":\(isOnLoop ? 1 : 2),\
      "cat":"\(direction == .toPlugin ? "plugin" : "host")","args":\(arguments.text)}
      """
  }
}
