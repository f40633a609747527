import Foundation
import Testing

/// SIPp with one call: a caller, or the SIP of a node.
final class FrontPhone: Sendable {
  static let program = FrontProcess.path(of: "sipp")

  let host: String
  let port: UInt16
  private let process: FrontProcess

  var address: String { "\(host):\(port)" }

  private init(_ scenario: String, host: String, port: UInt16, _ more: [String]) throws {
    (self.host, self.port) = (host, port)
    process = try FrontProcess(files: ["scenario.xml": scenario])
    let arguments = [
      "-sf", "scenario.xml", "-i", host, "-p", "\(port)", "-nostdin", "-timeout", "30", "-timeout_error", "-trace_msg",
      "-message_file", "messages", "-trace_err", "-error_file", "errors", "-deadcall_wait", "0",
    ]
    try process.start(try #require(Self.program), arguments + more)
  }

  /// A node that answers each INVITE with one of these; the process takes calls until it is stopped.
  static func node(_ answer: FrontScenario.Answer, host: String, port: UInt16) throws -> FrontPhone {
    let phone = try FrontPhone(FrontScenario.node(answer), host: host, port: port, ["-aa"])
    try #require(Patience.wait(.seconds(10)) { phone.isListening }, "\(phone.log)")
    return phone
  }

  /// A caller; it ends by itself when its scenario is over.
  static func caller(_ end: FrontScenario.End, to line: String, at kamailio: FrontKamailio) throws -> FrontPhone {
    try FrontPhone(
      FrontScenario.caller(end), host: "127.0.0.50", port: LocalPort.next(), ["-m", "1", "-s", line, kamailio.address])
  }

  /// Waits for the end of the scenario; false when it did not match, or did not end in time.
  func finishes(within limit: Duration = .seconds(20)) -> Bool {
    _ = Patience.wait(limit) { self.process.exit != nil }
    return process.exit == 0
  }

  /// Waits until it has received a message that begins so.
  func hears(_ beginning: String, within limit: Duration = .seconds(20)) -> Bool {
    Patience.wait(limit) { self.received.contains { $0.hasPrefix(beginning) } }
  }

  /// The first lines of the messages that it received, in their order.
  var received: [String] {
    var lines: [String] = []
    var isNext = false
    for line in process.text("messages").split(whereSeparator: \.isNewline) {
      if line.contains("message received") {
        isNext = true
      } else if isNext, !line.isEmpty {
        lines.append(String(line))
        isNext = false
      }
    }
    return lines
  }

  func stop() { process.stop() }

  var log: String { process.text("output") + process.text("errors") + process.text("messages") }

  private var isListening: Bool {
    // SIPp writes no word when it is ready; its socket is in the table of the system.
    let hex = String(port, radix: 16, uppercase: true)
    let place = ":" + String(repeating: "0", count: 4 - hex.count) + hex
    let table = (try? String(contentsOfFile: "/proc/net/udp", encoding: .utf8)) ?? ""
    return table.split(separator: "\n").contains { $0.split(separator: " ").dropFirst().first?.hasSuffix(place) == true }
  }
}
