import Foundation
import Locking
import StrictJSON
import Testing

/// A program at the other end of a stream: `agent.py`, with what it said.
final class StreamAgent: Sendable {
  static let isAvailable = exitCode(["-c", "import websockets"]) == 0

  private struct State {
    var lines: [JSONValue] = []
    var rest: [UInt8] = []
  }

  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private let state = Locked(State())

  init(_ arguments: [String]) throws {
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("agent.py").path
    process.executableURL = Self.python
    process.arguments = [script] + arguments
    process.standardInput = input
    process.standardOutput = output
    output.fileHandleForReading.readabilityHandler = { [state] handle in
      let data = handle.availableData
      if data.isEmpty { return handle.readabilityHandler = nil }
      state.withLock { state in
        state.rest += data
        while let end = state.rest.firstIndex(of: UInt8(ascii: "\n")) {
          if let line = try? JSONReader.read(Array(state.rest[..<end])) { state.lines.append(line) }
          state.rest.removeFirst(end + 1)
        }
      }
    }
    try process.run()
  }

  deinit {
    try? input.fileHandleForWriting.close()
    process.terminate()
    process.waitUntilExit()
  }

  /// The system's Python, for which scripts/setup installs python3-websockets.
  private static let python = URL(fileURLWithPath: "/usr/bin/python3")

  private static func exitCode(_ arguments: [String]) -> Int32 {
    let process = Process()
    process.executableURL = python
    process.arguments = arguments
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return -1 }
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Gives the agent an order.
  func order(_ text: String) { try? input.fileHandleForWriting.write(contentsOf: Data("\(text)\n".utf8)) }

  /// Ends the process at once.
  func kill() {
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// The lines so far.
  var lines: [JSONValue] { state.withLock { $0.lines } }

  /// Waits for a line with a member, at most 20 s.
  func wait(for member: String, _ isWanted: (JSONValue) -> Bool = { _ in true }) async throws -> JSONValue {
    let found = await happens { [self] in lines.compactMap { $0[member] }.first(where: isWanted) }
    return try #require(found, "no \(member): \(lines.suffix(4).map(\.text))")
  }

  /// Waits for a text message of a type.
  func text(_ type: String) async throws -> JSONValue { try await wait(for: "text") { $0["type"]?.string == type } }

  /// The texts so far of these types, compact.
  func texts(_ types: Set<String>) -> [String] {
    lines.compactMap { $0["text"] }.filter { $0["type"]?.string.map(types.contains) ?? false }.map(\.text)
  }

  /// The port of a server.
  func port() async throws -> String { try await wait(for: "port").text }

  /// The samples heard so far.
  var heard: Int { lines.reversed().compactMap { $0["heard"] }.first.flatMap { Int($0.text) } ?? 0 }
}

/// Waits until a value is there, at most 20 s.
func happens<Value>(_ value: () -> Value?) async -> Value? {
  let end = ContinuousClock.now + .seconds(20)
  while ContinuousClock.now < end {
    if let value = value() { return value }
    await Task.yield()
    sched_yield()
  }
  return value()
}

/// Waits until something is so, at most 20 s.
func eventually(_ isSo: () -> Bool) async -> Bool { await happens { isSo() ? true : nil } ?? false }
