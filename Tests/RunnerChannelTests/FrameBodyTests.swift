internal import Testing

@testable internal import RunnerChannel

struct FrameBodyTests {
  @Test(arguments: AnyFrameType.all)
  func aBodyIsReadAsItWasWritten(_ type: AnyFrameType) throws {
    func expect<Body: FrameBody>(_ body: Body.Type) throws {
      let written = try BodyFiller.filled(body)
      #expect(try FrameReader.read(FrameWriter.bytes(of: written), as: body, type: type.number) == written)
    }
    try expect(type.body)
  }

  @Test(arguments: AnyFrameType.all)
  func aBodyOfAnotherLengthIsRefused(_ type: AnyFrameType) throws {
    func expect<Body: FrameBody>(_ body: Body.Type) throws {
      let bytes = FrameWriter.bytes(of: try BodyFiller.filled(body))
      for count in bytes.indices {
        #expect(throws: FrameFault.body(type: type.number)) { try FrameReader.read(Array(bytes[..<count]), as: body, type: type.number) }
      }
      #expect(throws: FrameFault.body(type: type.number)) { try FrameReader.read(bytes + [0], as: body, type: type.number) }
    }
    try expect(type.body)
  }

  @Test func numbersAreLittleEndian() {
    var body = EndBody()
    (body.deadline, body.why) = (0x0102_0304, 6)
    #expect(FrameWriter.bytes(of: body) == [4, 3, 2, 1, 6, 0, 0, 0])
  }

  @Test func textsFollowTheFixedPartInTheOrderOfTheirLengths() {
    var body = LogBody()
    (body.level, body.topic, body.message) = (3, FrameText("sip"), FrameText("up"))
    #expect(FrameWriter.bytes(of: body) == [3, 0, 0, 0, 3, 0, 0, 0, 2, 0, 0, 0] + Array("sipup".utf8))
  }

  @Test func aReservedFieldThatIsNotZeroIsRefused() {
    #expect(throws: FrameFault.field(type: 71)) {
      try FrameReader.read([1, 0, 0, 0, 1, 0, 0, 0] + Array(repeating: 0, count: 24), as: EndedBody.self, type: 71)
    }
  }

  @Test func aFlagIsZeroOrOne() {
    #expect(throws: FrameFault.field(type: 33)) { try FrameReader.read([0, 0, 0, 0, 2, 0, 0, 0], as: LevelBody.self, type: 33) }
  }

  @Test func aListHasNoMoreTextsThanItsLimit() throws {
    var body = LimitsBody()
    body.handleKinds = Array(repeating: FrameText("tel"), count: 64)
    body.emergencyNumbers = Array(repeating: FrameText("112"), count: 256)
    #expect(try FrameReader.read(FrameWriter.bytes(of: body), as: LimitsBody.self, type: 73) == body)
    // The writer refuses a longer list too, so the numbers are raised in the bytes.
    var bytes = FrameWriter.bytes(of: LimitsBody())
    bytes[12] = 65
    #expect(throws: FrameFault.field(type: 73)) { try FrameReader.read(bytes, as: LimitsBody.self, type: 73) }
    (bytes[12], bytes[16], bytes[17]) = (0, 1, 1)
    #expect(throws: FrameFault.field(type: 73)) { try FrameReader.read(bytes, as: LimitsBody.self, type: 73) }
  }

  @Test func lengthsWhoseSumIsTooLargeAreRefused() {
    let huge: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF]
    #expect(throws: FrameFault.body(type: 80)) { try FrameReader.read([1, 0, 0, 0] + huge + huge, as: WireBody.self, type: 80) }
  }

  @Test func aTextThatIsNotUTF8IsReadAsBytesAndIsNoString() throws {
    let body = try FrameReader.read([2, 0, 0, 0, 0xC3, 0x28], as: TextBody.self, type: 70)
    #expect(body.text.bytes == [0xC3, 0x28])
    #expect(body.text.string == nil)
    #expect(FrameText("a\0b").string == nil)
    #expect(FrameText("aé").string == "aé")
  }
}
