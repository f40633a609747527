import CallControl
import Foundation
import JournalKit
import StrictJSON
import Testing

/// Journals as traces of OpenTelemetry and as captures.
@Suite("SpanDocument and PacketCapture") struct ExportTests {
  static func spans(_ records: [JournalRecord], showsNumbers: Bool = true, call: CallID? = nil) throws -> [JSONValue] {
    let text = SpanDocument(zero: 1_000_000_000, version: "1.0", showsNumbers: showsNumbers).text(of: records, call: call)
    let resource = try #require(try JSONReader.read(Array(text.utf8))["resourceSpans"]?.array?.first)
    return try #require(resource["scopeSpans"]?.array?.first?["spans"]?.array)
  }

  static func attribute(_ name: String, of span: JSONValue) -> String? {
    span["attributes"]?.array?.first { $0["key"]?.string == name }?["value"]?["stringValue"]?.string
  }

  @Test("A call's UUID is its trace id, and its requests and commands are below its span")
  func call() throws {
    let spans = try Self.spans(Stories.oneCall())
    let root = try #require(spans.first { $0["parentSpanId"] == nil })
    #expect(root["traceId"]?.string == "00000000000040008000000000000001" && root["spanId"]?.string == "8000000000000001")
    #expect(root["startTimeUnixNano"]?.string == "1000000000000000000" && root["endTimeUnixNano"]?.string == "1000000069753000000")
    #expect(root["events"]?.array?.compactMap { $0["name"]?.string } == ["requested", "dialing", "connecting", "active"])
    #expect(Self.attribute("hookswitch.outcome", of: root) == "answered" && Self.attribute("hookswitch.far_end", of: root) == "tel:5550100")
    #expect(Self.attribute("hookswitch.end.reason", of: root) == "remoteEnded")
    let parts = spans.filter { $0["parentSpanId"]?.string == root["spanId"]?.string }
    #expect(parts.compactMap { $0["name"]?.string } == ["request start", "command start"])
    #expect(parts.allSatisfy { $0["status"]?["code"]?.integer == 1 })
  }

  @Test("Ids are well formed and unique, ends follow starts, and failures have their reason")
  func ids() throws {
    let spans = try Self.spans(Stories.twoProviders())
    let ids = spans.compactMap { $0["spanId"]?.string }
    #expect(Set(ids).count == ids.count && ids.allSatisfy { $0.count == 16 && $0 != String(repeating: "0", count: 16) })
    for span in spans {
      #expect(span["traceId"]?.string?.count == 32)
      let times = ["startTimeUnixNano", "endTimeUnixNano"].compactMap { span[$0]?.string.flatMap { Int64($0) } }
      #expect(times.count == 2 && times[0] <= times[1])
    }
    #expect(spans.contains { $0["name"]?.string == "command setMuted" && $0["status"]?["message"]?.string == "timed out" })
    #expect(spans.contains { $0["name"]?.string == "request start" && $0["status"]?["message"]?.string == "unknownCallProvider" })
  }

  @Test("Messages are events of their call, and numbers can stay out")
  func messages() throws {
    let call = JournalWriter.call(2)
    let spans = try Self.spans(Stories.twoProviders(), call: call)
    #expect(spans.allSatisfy { $0["traceId"]?.string?.hasSuffix("2") == true })
    let root = try #require(spans.first { $0["parentSpanId"] == nil })
    #expect(root["events"]?.array?.contains { $0["name"]?.string == "SIP 180 Ringing (7 INVITE)" } == true)
    #expect(Self.attribute("sip.call_id", of: root) == "1@there")
    let without = SpanDocument(zero: 0, version: "1.0", showsNumbers: false).text(of: Stories.oneCall())
    #expect(!without.contains("5550100"))
  }

  @Test("A capture has a header, an interface and one packet for each message, with whole blocks")
  func capture() throws {
    let bytes = PacketCapture(zero: 1_000_000_000, version: "1.0").bytes(of: Stories.twoProviders())
    func number(_ place: Int) -> Int {
      var number = 0
      for index in 0..<4 { number |= Int(bytes[place + index]) << (8 * index) }
      return number
    }
    var (place, types): (Int, [Int]) = (0, [])
    while place < bytes.count {
      let length = number(place + 4)
      try #require(length >= 12 && length % 4 == 0 && place + length <= bytes.count)
      #expect(number(place + length - 4) == length)
      types.append(number(place))
      if types.last == 6 {
        // The stamp counts nanoseconds in two halves.
        let stamp = number(place + 12) << 32 | number(place + 16)
        #expect(stamp >= 1_000_000_000_000_000_000)
        #expect(Array(bytes[(place + 28)..<(place + 36)]) == [0, 12, 0, 4] + Array("sip".utf8) + [0])
      }
      place += length
    }
    let messages = Stories.twoProviders().count { if case .wire = $0.body { true } else { false } }
    #expect(types == [0x0A0D_0D0A, 1] + Array(repeating: 6, count: messages))
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("SIP/2.0 180 Ringing") && text.contains("call \(JournalWriter.call(2).uuidString), provider bob"))
    #expect(PacketCapture(zero: 0, version: "1.0").bytes(of: Stories.oneCall()).count < 200)
  }
}
