public import CallControl
public import FoundationEssentials
internal import StrictJSON

/// Writes journals as OTLP JSON, which collectors of OpenTelemetry take.
///
/// The UUID of a call is its trace id, so that another system finds the trace of a call without a table. A trace has a span for the call,
/// with its states and the transport's messages as events, and below it one for each request and each command to a provider.
public struct SpanDocument {
  /// The time of the journal's time zero, in nanoseconds since 1970.
  private let offset: Int64
  private let version: String
  private let showsNumbers: Bool

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - zero: the date of the journal's time zero, in seconds since 1970; 0 when it is unknown.
  ///   - version: the version of the program.
  ///   - showsNumbers: true to write the handles of far ends.
  public init(zero: Double, version: String, showsNumbers: Bool = true) {
    offset = Int64((min(max(zero, 0), 1e9 * 8) * 1_000).rounded()) * 1_000_000
    (self.version, self.showsNumbers) = (version, showsNumbers)
  }

  /// Returns the document.
  ///
  /// - Parameters:
  ///   - records: the journal.
  ///   - call: the only call whose trace is written; nil for all.
  public func text(of records: [JournalRecord], call: CallID? = nil) -> String {
    var collector = SpanCollector(showsNumbers: showsNumbers)
    for record in SIPCalls.joined(records) { collector.take(record) }
    let end = records.last?.time ?? .zero
    let spans = collector.spans(endingAt: end).filter { call == nil || $0.call == call }
    let scope = JSONValue.object(of: ["name": "hookswitch", "version": .string(version)])
    let resource = JSONValue.object(of: ["attributes": Self.attributes([("service.name", "hookswitch"), ("service.version", version)])])
    return JSONValue.object(of: [
      "resourceSpans": .array([
        .object(of: [
          "resource": resource, "scopeSpans": .array([.object(of: ["scope": scope, "spans": .array(spans.map(json))])]),
        ])
      ])
    ]).text
  }

  private func json(_ span: Span) -> JSONValue {
    .object(of: [
      "traceId": .string(span.call.uuidString.filter { $0 != "-" }.lowercased()), "spanId": .string(span.id),
      "parentSpanId": span.parent.map { .string($0) }, "name": .string(span.name), "kind": 1,
      "startTimeUnixNano": time(span.start), "endTimeUnixNano": time(span.end ?? span.start),
      "attributes": Self.attributes(span.attributes),
      "events": .array(
        span.events.map { event in
          .object(of: ["timeUnixNano": time(event.time), "name": .string(event.name), "attributes": Self.attributes(event.attributes)])
        }),
      // 1 is ok, 2 an error; a span that is under way has no status.
      "status": .object(of: [
        "code": span.end == nil ? nil : .integer(span.error == nil ? 1 : 2), "message": span.error.map { .string($0) },
      ]),
    ])
  }

  /// Writes a time as OTLP JSON has 64-bit numbers: as text.
  private func time(_ instant: Instant) -> JSONValue { .string("\(instant.nanoseconds &+ offset)") }

  private static func attributes(_ pairs: [(String, String)]) -> JSONValue {
    .array(pairs.map { .object(of: ["key": .string($0.0), "value": .object(of: ["stringValue": .string($0.1)])]) })
  }
}

/// One span of a trace.
struct Span {
  /// An event within a span.
  struct Event {
    let time: Instant
    let name: String
    var attributes: [(String, String)] = []
  }

  let call: CallID
  let id: String
  let parent: String?
  let name: String
  let start: Instant
  /// The end; nil while the span is under way.
  var end: Instant?
  var error: String?
  var attributes: [(String, String)] = []
  var events: [Event] = []

  /// Returns the id of a call's own span, which is not zero: the half of the UUID with its variant.
  static func root(of call: CallID) -> String { String(call.uuidString.filter { $0 != "-" }.lowercased().suffix(16)) }

  /// Returns the id of a part of a call: the same in every export.
  static func part(_ name: String, of call: CallID) -> String {
    let digits = String(StableHash.of("\(call.uuidString) \(name)") | 1, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
