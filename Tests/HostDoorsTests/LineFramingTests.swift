import HostDoors
import StrictJSON
import Testing

@Suite("LineFraming: bytes become lines")
struct LineFramingTests {
  /// Feeds a stream in parts of a size, and returns the frames in words.
  static func frames(_ stream: [UInt8], part: Int, limits: DoorLimits) -> [String] {
    var framing = LineFraming(limits: limits)
    var words: [String] = []
    var at = 0
    while at < stream.count {
      framing.append(stream[at..<min(at + part, stream.count)])
      at += part
      while let frame = framing.next() {
        switch frame {
        case .line(let line): words.append(line.count > 40 ? "line of \(line.count)" : String(decoding: line, as: UTF8.self))
        case .tooLarge(let id, let limit): words.append("tooLarge \(id?.text ?? "-") \(limit)")
        }
      }
    }
    return words
  }

  static func small() -> DoorLimits {
    var limits = DoorLimits()
    (limits.line, limits.importLine) = (100, 1_000)
    return limits
  }

  static func x(_ count: Int) -> String { String(repeating: "x", count: count) }

  static let cases: [(stream: String, frames: [String])] = [
    ("a\nb\r\nc", ["a", "b"]),
    ("\n\r\n\na\n", ["a"]),
    ("a\rb\n\r\r\n", ["a\rb", "\r"]),
    (x(100) + "\n" + x(100) + "\r\n" + x(101) + "\nz\n", ["line of 100", "line of 100", "tooLarge - 100", "z"]),
    (x(5_000), ["tooLarge - 100"]),
    (x(5_000) + "\nz\n", ["tooLarge - 100", "z"]),
    // The method comes first: the limit is known at once.
    (#"{"id":7,"method":"call.list","params":{"a":""# + x(200) + "\"}}\nz\n", ["tooLarge 7 100", "z"]),
    (#"{"id":"q","method":"contact.import","params":{"vcard":""# + x(800) + "\"}}\nz\n", ["line of 858", "z"]),
    (#"{"id":8,"method":"contact.import","params":{"vcard":""# + x(1_800) + "\"}}\nz\n", ["tooLarge 8 1000", "z"]),
    // The method comes last: the line is kept until it is known.
    (#"{"params":{"vcard":"\"{["# + x(300) + #"\\"},"id":9,"method":"contact.import"}"# + "\n", ["line of 362"]),
    (#"{"params":{"a":[1,{"b":"}"}],"c":""# + x(300) + #""},"id":9,"method":"call.list"}"# + "\nz\n", ["tooLarge 9 100", "z"]),
    (#"{"params":""# + x(2_000) + "\nz\n", ["tooLarge - 1000", "z"]),
    // A name within parameters or a text is not the request's method.
    (#"{"params":{"method":"contact.import","x":""# + x(200) + "\"},\"id\":null,\"method\":\"a\"}\n", ["tooLarge - 100"]),
    (#"["method","contact.import",""# + x(200) + "\n", ["tooLarge - 100"]),
    (#"{"id":1.5,"x":""# + x(200) + #"","method":"contact.import"}"# + "\n", ["line of 243"]),
  ]

  @Test("The same stream gives the same lines however it is cut", arguments: cases.indices)
  func cut(_ number: Int) {
    let (stream, expected) = Self.cases[number]
    let limits = Self.small()
    for part in [1, 2, 3, 7, 64, 10_000] {
      #expect(Self.frames(Array(stream.utf8), part: part, limits: limits) == expected, "in parts of \(part)")
    }
  }

  @Test("The default limits are 256 KiB, and 4 MiB for contact.import")
  func limits() {
    let limits = DoorLimits()
    #expect(Self.frames(Array((Self.x(256 << 10) + "\n").utf8), part: 65_536, limits: limits) == ["line of 262144"])
    #expect(Self.frames(Array((Self.x((256 << 10) + 1) + "\n").utf8), part: 65_536, limits: limits) == ["tooLarge - 262144"])
    let head = #"{"method":"contact.import","params":{"vcard":""#
    let room = (4 << 20) - head.utf8.count - 3
    #expect(Self.frames(Array((head + Self.x(room) + "\"}}\n").utf8), part: 65_536, limits: limits) == ["line of 4194304"])
    #expect(Self.frames(Array((head + Self.x(room + 1) + "\"}}\n").utf8), part: 65_536, limits: limits) == ["tooLarge - 4194304"])
  }

  @Test("Random streams give the same lines in portions of one byte and in one piece")
  func randomStreams() {
    let pieces = [
      "\n", "\r\n", "\r", "{", "}", "\"", "\\", "\\\"", ",", ":", #""method""#, #""contact.import""#, #""id":5"#, #""params":{"#, "[", "]",
      " ", "7",
      String(repeating: "x", count: 30), String(repeating: "y", count: 400),
    ].map { Array($0.utf8) }
    var random = Xorshift(state: 362_436_069)
    let limits = Self.small()
    var refused = 0
    for round in 0..<3_000 {
      var stream: [UInt8] = []
      for _ in 0..<random.next() % 60 { stream += pieces[Int(random.next() % UInt64(pieces.count))] }
      let whole = Self.frames(stream, part: stream.count + 1, limits: limits)
      refused += whole.count { $0.hasPrefix("tooLarge") }
      for part in [1, 13] {
        let cut = Self.frames(stream, part: part, limits: limits)
        if cut != whole { Issue.record("round \(round), parts of \(part): \(cut) instead of \(whole)") }
      }
    }
    #expect(refused > 1_000)
  }

  @Test("An endless line costs no more memory than the limit, and nothing once it is refused")
  func endless() {
    var framing = LineFraming(limits: Self.small())
    var most = 0
    for _ in 0..<10_000 {
      framing.append(Array(repeating: UInt8(ascii: "y"), count: 50))
      while framing.next() != nil {}
      most = max(most, framing.count)
    }
    #expect(most <= 150)
  }
}
