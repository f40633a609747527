import Foundation
import Testing

/// SIPp with a scenario, as the far end of a flow.
final class SIPpRun: Sendable {
  static let isThere = PeerProcess.isThere("sipp")

  let name: String
  /// Its listening port.
  let port: UInt16
  private let process: PeerProcess

  /// Its address.
  var uri: String { "sip:peer@127.0.0.1:\(port)" }

  /// Starts a scenario for one call, and returns when it listens.
  ///
  /// - Parameters:
  ///   - name: The file without its `.xml`.
  ///   - target: The port that it calls; nil for a scenario that is called.
  ///   - keys: The values of `[name]` in the file.
  ///   - arguments: Further arguments.
  init(_ name: String, to target: UInt16? = nil, keys: [String: String] = [:], arguments: [String] = []) async throws {
    self.name = name
    port = FreePort.next()
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Scenarios/\(name).xml").standardized
    var words = [
      "-sf", file.path, "-m", "1", "-i", "127.0.0.1", "-p", "\(port)", "-mp", "\(FreePort.next())", "-nostdin", "-timeout", "25",
      "-timeout_error", "-trace_err", "-error_file", "errors", "-trace_msg", "-message_file", "messages", "-deadcall_wait", "0",
    ]
    for (key, value) in keys { words += ["-key", key, value] }
    words += arguments
    if let target { words.append("127.0.0.1:\(target)") }
    process = try PeerProcess("sipp", words)
    guard target == nil else { return }
    let isUp = await lookFor(.seconds(10)) { [port] in FreePort.isTaken(port) ? true : nil }
    if isUp == nil { Issue.record("SIPp with \(name) does not listen:\n\(account)") }
  }

  /// Waits for the scenario's end; records an issue with all messages when it did not match.
  func finish(within limit: Duration = .seconds(30)) async {
    let status = await process.exit(within: limit)
    guard status != 0 else { return }
    process.stop()
    Issue.record("SIPp with \(name) ended with \(status.map(String.init) ?? "nothing in time"):\n\(account)")
  }

  /// Waits for a file that the scenario writes; nil after the limit.
  func writes(_ name: String) async -> String? {
    await lookFor(.seconds(10)) { [process] in
      let text = process.file(name).trimmingCharacters(in: .whitespacesAndNewlines)
      return text.isEmpty ? nil : text
    }
  }

  /// Its errors and messages.
  var account: String {
    process.output.entries.filter { $0.contains("rror") }.joined(separator: "\n") + "\n" + process.file("errors") + "\n"
      + process.file("messages")
  }
}
