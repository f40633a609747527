internal import StrictJSON

/// The crossings of all tests of a run in the format of trace viewers (Perfetto, chrome://tracing), with a process for each test.
package struct TraceDocument: Sendable {
  let trace: [(test: String, events: [UInt8])]

  package init(_ trace: [(test: String, events: [UInt8])]) { self.trace = trace }

  /// The whole text, with a line feed at its end.
  package var text: String {
    let events = trace.enumerated().flatMap { index, test in
      [#"{"ph":"M","name":"process_name","pid":\#(index + 1),"args":{"name":\#(QuotedText.json(test.test))}}"#]
        + test.events.split(separator: UInt8(ascii: "\n")).compactMap { event($0, process: index + 1) }
    }
    return "{\"traceEvents\": [\n" + events.joined(separator: ",\n") + "\n]}\n"
  }

  /// Sets the event's process number, which the child does not know.
  ///
  /// Drops a line that is no object, such as one that a crash cut short.
  private func event(_ line: some Collection<UInt8>, process: Int) -> String? {
    guard case .object(let members)? = try? JSONReader.read(Array(line)) else { return nil }
    return JSONValue.object([.init(name: "pid", value: .integer(process))] + members.filter { $0.name != "pid" }).text
  }
}
