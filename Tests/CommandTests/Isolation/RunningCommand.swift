import Foundation
import Testing

/// A `hookswitch run --json` that goes on between commands.
final class RunningCommand {
  /// A line of the output: an event, or an answer.
  typealias Object = [String: Any]

  let process = Process()
  private let input = Pipe()
  private var lines: AsyncStream<Data>.Iterator
  private let complaints: URL

  /// Starts the command.
  ///
  /// - Parameter program: the command's file; nil for the built one.
  init(_ arguments: [String], home: ScratchFolder, program: URL? = nil) throws {
    process.executableURL = program ?? BuiltCommand.folder.appendingPathComponent("hookswitch")
    process.arguments = ["run", "--json"] + arguments
    process.environment = BuiltCommand.inherited(home: home.url.path)
    complaints = home.url.appendingPathComponent("complaints")
    process.standardError = try home.newFile("complaints")
    let output = Pipe()
    process.standardInput = input
    process.standardOutput = output
    let handle = output.fileHandleForReading
    lines = AsyncStream<Data> { continuation in
      // On a thread: if another test forks while the handle is closed, Dispatch may report on a freed one.
      Thread.detachNewThread {
        var rest = Data()
        while true {
          let data = handle.availableData
          if data.isEmpty { break }
          rest.append(data)
          while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            continuation.yield(rest[rest.startIndex..<end])
            rest = Data(rest[rest.index(after: end)...])
          }
        }
        continuation.finish()
      }
    }.makeAsyncIterator()
    try process.run()
  }

  /// The messages on standard error so far.
  var complaint: String { (try? String(contentsOf: complaints, encoding: .utf8)) ?? "" }

  /// Writes command lines.
  func type(_ commands: String...) throws {
    try input.fileHandleForWriting.write(contentsOf: Data(commands.map { $0 + "\n" }.joined().utf8))
  }

  /// Returns the next object that fits; the end of the output is a failure.
  func next(_ fits: (Object) -> Bool) async throws -> Object {
    var seen: [String] = []
    while let line = await lines.next() {
      seen.append(String(decoding: line, as: UTF8.self))
      guard let object = try JSONSerialization.jsonObject(with: line) as? Object else { continue }
      if fits(object) { return object }
    }
    throw Ended(seen: seen, complaint: complaint)
  }

  /// Waits for the answer to a command, which is done.
  func done(_ command: String) async throws -> Object {
    let answer = try await next { $0["command"] as? String == command }
    try #require(answer["answer"] as? String == "done", "\(answer) \(complaint)")
    return answer
  }

  /// Types a command, and waits until it is done.
  func perform(_ command: String) async throws -> Object {
    try type(command)
    return try await done(command)
  }

  /// Ends the input, and waits for the end of the process.
  func close() async throws -> Int32 {
    try input.fileHandleForWriting.close()
    while await lines.next() != nil {}
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// The output ended before what was awaited.
  struct Ended: Error {
    var seen: [String]
    var complaint: String
  }
}
