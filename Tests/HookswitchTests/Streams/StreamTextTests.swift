import HookswitchCore
import StrictJSON
import Testing

@testable import MediaStreams

@Suite("StreamNotice, StreamAddress and AudioSocketReader: texts and bytes") struct StreamTextTests {
  private static let format = StreamFormat(rate: 16_000, channels: 1, queue: 60_000)

  static let notices: [(StreamNotice, String)] = [
    (.digits("5"), #"{"type":"dtmf","digits":"5","position":123200}"#),
    (.mark("n", position: 32_000, isFlushed: false), #"{"type":"mark","name":"n","position":32000,"flushed":false}"#),
    (
      .flushed(id: .integer(7), position: 41_280, dropped: 118_720),
      #"{"type":"flushed","id":7,"position":41280,"dropped":118720}"#
    ),
    (.flushed(id: nil, position: 0, dropped: 0), #"{"type":"flushed","position":0,"dropped":0}"#),
    (.paused(position: 41_280), #"{"type":"paused","position":41280}"#),
    (.resumed(position: 41_280), #"{"type":"resumed","position":41280}"#),
    (.drained(position: 52_000), #"{"type":"drained","position":52000}"#),
    (.full(queued: 960_000), #"{"type":"full","queued_ms":60000}"#), (.room(queued: 768_000), #"{"type":"room","queued_ms":48000}"#),
    (.overflow(dropped: 16_000), #"{"type":"overflow","dropped":16000}"#),
    (.state(isHeld: true), #"{"type":"state","state":"held"}"#), (.state(isHeld: false), #"{"type":"state","state":"active"}"#),
    (
      .status(id: .integer(8), AttachmentStatus(rate: 16_000)),
      #"{"type":"status","id":8,"position":0,"queued_ms":0,"paused":false,"lost_ms":0,"underruns":0}"#
    ),
    (
      .refused(id: .integer(9), code: "invalidAction", message: "no"),
      #"{"type":"error","id":9,"code":"invalidAction","message":"no"}"#
    ),
    (
      .stopped(.callEnded, end: "remoteEnded", position: 52_000),
      #"{"type":"stopped","reason":"callEnded","end":"remoteEnded","position":52000}"#
    ),
    (.stopped(.closed, end: nil, position: 0), #"{"type":"stopped","reason":"closed","position":0}"#),
    (
      .started(
        StreamCall(
          stream: 7, call: "U", line: "main", provider: "desk", direction: "incoming", from: (kind: "sipURI", value: "sip:a@b"),
          name: "Ada",
          parameters: .object([])), isAgain: false),
      #"{"type":"started","version":1,"stream":"7","call":"U","line":"main","provider":"desk","direction":"incoming","#
        + #""from":{"kind":"sipURI","value":"sip:a@b"},"name":"Ada","#
        + #""format":{"encoding":"s16le","rate":16000,"channels":1,"frame_ms":20},"queue_ms":60000,"position":123200,"resumed":false,"parameters":{}}"#
    ),
  ]

  @Test("The messages to the program have the documented members, in this order", arguments: notices)
  func notice(notice: StreamNotice, text: String) { #expect(notice.text(Self.format, sent: 123_200) == text) }

  static let addresses: [(String, String)] = [
    ("ws://127.0.0.1:9000/agent?x=1#y", "127.0.0.1 9000 /agent?x=1"), ("WSS://example.org", "example.org 443 /"),
    ("ws://example.org?x", "example.org 80 /?x"), ("audiosocket://[::1]:9092", "::1 9092 /"), ("audiosocket://h:1/", "h 1 /"),
  ]

  @Test("Addresses of the three protocols", arguments: addresses) func address(text: String, parts: String) throws {
    let address = try StreamAddress(text)
    #expect("\(address.host) \(address.port) \(address.path)" == parts)
  }

  @Test(
    "Texts that are no address",
    arguments: [
      "", "ws:", "ws://", "http://a", "audiosocket://h", "audiosocket://h:1/x", "ws://a:b", "ws://a:65536", "ws://a:0", "ws://u@h",
      "ws://::1",
      "ws://[::1", "ws://[::1]x", "ws://a b", "ws://a:+1", "ws://a\n", "ws://\(String(repeating: "a", count: 256))",
    ]) func noAddress(text: String)
  { #expect(throws: StreamAddressError.self) { try StreamAddress(text) } }

  @Test("Port 0 is for listening alone, and loopback addresses are known") func loopback() throws {
    #expect(try StreamAddress("ws://127.0.0.1:0/media", allowsPortZero: true).isLoopback)
    #expect(try StreamAddress("ws://[::1]:1").isLoopback)
    #expect(try !StreamAddress("ws://127.evil.example:1").isLoopback)
    #expect(try !StreamAddress("ws://0.0.0.0:1").isLoopback)
  }

  @Test("AudioSocket: messages in pieces of every size; audio of another rate and unknown kinds are ignored", arguments: 1...9)
  func audioSocket(size: Int) {
    var bytes: [UInt8] = []
    AudioSocketReader.write(0x10, [1, 2, 3], to: &bytes)
    AudioSocketReader.write(0x12, [9, 9], to: &bytes)
    AudioSocketReader.write(0x10, [], to: &bytes)
    AudioSocketReader.write(0x10, [4], to: &bytes)
    AudioSocketReader.write(0x77, [5, 5, 5, 5, 5], to: &bytes)
    AudioSocketReader.write(0xFF, [2], to: &bytes)
    AudioSocketReader.write(0x00, [], to: &bytes)
    var reader = AudioSocketReader(rate: 8_000)
    var joiner = SampleJoiner()
    var samples: [Int16] = []
    var others: [AudioSocketMessage] = []
    for begin in stride(from: 0, to: bytes.count, by: size) {
      bytes[begin..<min(begin + size, bytes.count)].withUnsafeBytes { piece in
        for message in reader.read(piece) {
          if case .audio(let part) = message { samples += joiner.join(part) } else { others.append(message) }
        }
      }
    }
    #expect(samples == [0x0201, 0x0403])
    #expect(others == [.ignored(kind: 0x12), .ignored(kind: 0x77), .error([2]), .terminate])
  }
}
