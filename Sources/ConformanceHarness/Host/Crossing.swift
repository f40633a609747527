internal import StrictJSON
internal import TransportABI

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

  /// The crossing in one line: `12 +5 ms < host.report_state call 0x1 HSW_CALL_RINGING = HSW_OK`.
  var line: String {
    let milliseconds = (time - VirtualLoop.beginning) / 1_000_000
    var words = ["\(number)", "+\(milliseconds) ms", direction.rawValue, function]
    if call != 0 { words.append("call 0x" + String(call, radix: 16)) }
    if action != 0 { words.append("action \(action)") }
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
      .init(name: "detail", value: .string(detail)), .init(name: "status", value: .string(status.map(StatusName.of) ?? "")),
    ])
    return """
      {"name":\(JSONValue.quote(function)),"ph":"i","s":"t","ts":\(time).\(order),"pid":1,"tid":\(isOnLoop ? 1 : 2),\
      "cat":"\(direction == .toPlugin ? "plugin" : "host")","args":\(arguments.text)}
      """
  }
}
