import Foundation
import Testing

/// SIPp with one scenario of ours: the far end of one flow.
final class SIPpRun: Sendable {
  static let isThere = PeerProcess.isThere("sipp")

  let name: String
  /// Where it listens.
  let port: UInt16
  private let process: PeerProcess

  /// How to call it.
  var uri: String { "sip:peer@127.0.0.1:\(port)" }

  /// Starts a scenario for one call, and returns when it listens.
  ///
  /// - Parameters:
  ///   - name: the file, without its `.xml`.
  ///   - target: the port that it calls; nil for one that is called.
  ///   - keys: what stands for `[name]` in the file.
  ///   - arguments: further ones.
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

  /// Waits for its end; what was not as in its scenario is an issue, with all that it saw.
  func finish(within limit: Duration = .seconds(30)) async {
    let status = await process.exit(within: limit)
    guard status != 0 else { return }
    process.stop()
    Issue.record("SIPp with \(name) ended with \(status.map(String.init) ?? "nothing in time"):\n\(account)")
  }

  /// What its scenario writes into a file; nil when it does not in time.
  func writes(_ name: String) async -> String? {
    await lookFor(.seconds(10)) { [process] in
      let text = process.file(name).trimmingCharacters(in: .whitespacesAndNewlines)
      return text.isEmpty ? nil : text
    }
  }

  /// What it saw.
  var account: String {
    process.output.entries.filter { $0.contains("rror") }.joined(separator: "\n") + "\n" + process.file("errors") + "\n"
      + process.file("messages")
  }
}
