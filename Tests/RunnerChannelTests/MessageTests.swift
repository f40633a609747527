internal import CRunnerChannel
internal import Glibc
internal import Testing

@testable internal import RunnerChannel

/// Messages between a sender and a receiver: order, queue, parts and limits.
struct MessageTests {
  private let memory: ChannelMemory
  private var sender: FrameSender<OrderType>
  private var receiver: FrameReceiver<OrderType>

  init() throws {
    let made = try ChannelMemory.make()
    close(made.descriptor)
    memory = made.memory
    sender = FrameSender(memory, side: .host, bound: .init(frames: 4096, bytes: 4 << 20))
    receiver = FrameReceiver(memory, side: .runner)
  }

  private mutating func send(_ text: String, instance: UInt16 = 1, call: UInt64 = 1) throws -> Bool {
    var body = TextActionBody()
    body.text = FrameText(text)
    return try sender.send(.play, FrameAddress(instance: instance, call: call), body)
  }

  private mutating func next() throws -> FrameMessage<OrderType>? { try receiver.next { $0 > 0 && $0 < 10 } }

  private mutating func texts() throws -> [String?] {
    var texts: [String?] = []
    while let message = try next() { texts.append(try message.body(TextActionBody.self).text.string) }
    _ = receiver.release()
    return texts
  }

  /// Puts one frame as a hostile sender would.
  private func forge(_ writer: inout hrc_writer, type: UInt16, flags: UInt32 = 0, instance: UInt16 = 1, call: UInt64 = 0, bytes: Int = 0) {
    var header = hrc_header()
    (header.type, header.flags, header.instance, header.call) = (type, UInt16(flags), instance, call)
    #expect(hrc_put(&writer, &header, [UInt8](repeating: 0, count: bytes), UInt32(bytes)) == HRC_FRAME)
    _ = hrc_publish(&writer)
  }

  @Test mutating func messagesArriveInOrderAndOncePublished() throws {
    #expect(try send("1"))
    #expect(try next() == nil)
    _ = try sender.publish()
    #expect(try send("2"))
    #expect(try texts() == ["1"])
    _ = try sender.publish()
    #expect(try texts() == ["2"])
  }

  @Test mutating func whatDoesNotFitWaitsInOrder() throws {
    let long = String(repeating: "x", count: 30_000)
    for index in 0..<40 { #expect(try send("\(index) \(long)")) }
    #expect(sender.queuedFrames > 0)
    var heard: [String] = []
    while heard.count < 40 {
      _ = try sender.publish()
      heard += try texts().compactMap { $0 }
    }
    #expect(heard.map { $0.prefix { $0 != " " } } == (0..<40).map { "\($0)" })
    #expect(sender.queuedFrames == 0)
  }

  @Test mutating func thePressureOfTheQueueFollowsFramesAndBytes() throws {
    sender = FrameSender(memory, side: .host, bound: .init(frames: 8, bytes: 1 << 20))
    let filling = String(repeating: "x", count: Int(HRC_BODY_MAX) - 12)
    for _ in 0..<8 { #expect(try send(filling)) }
    var pressures: [FrameSender<OrderType>.Pressure] = []
    for _ in 0..<9 {
      pressures.append(sender.pressure)
      #expect(try send("y"))
    }
    #expect(pressures == [.low, .low, .quarter, .quarter, .half, .half, .half, .half, .full])

    sender = FrameSender(try ChannelMemory.make().memory, side: .host, bound: .init(frames: 4096, bytes: 4 * Int(HRC_FRAME_MAX)))
    for _ in 0..<8 { #expect(try send(filling)) }
    #expect(sender.pressure == .low)
    #expect(try send(filling))
    #expect(sender.pressure == .quarter)
    for _ in 0..<3 { #expect(try send(filling)) }
    #expect(sender.pressure == .full)
  }

  @Test(arguments: [32_736 - 12, 32_736 - 11, 100_000, 524_288 - 12])
  mutating func aLongMessageIsPutTogether(count: Int) throws {
    let text = String(repeating: "0123456789", count: count / 10 + 1).prefix(count)
    #expect(try send(String(text)))
    var heard: [String?] = []
    while heard.isEmpty {
      _ = try sender.publish()
      heard = try texts()
    }
    #expect(heard == [String(text)])
  }

  @Test mutating func aMessageOverTheLimitIsNotSentAtAll() throws {
    #expect(try send(String(repeating: "x", count: 524_288 - 11)) == false)
    #expect(try send("next"))
    _ = try sender.publish()
    #expect(try texts() == ["next"])
  }

  @Test mutating func messagesOfTwoInstancesMayInterleave() throws {
    var writer = hrc_orders_writer(memory.channel)
    forge(&writer, type: 19, flags: HRC_MORE, instance: 1, bytes: 8)
    forge(&writer, type: 19, flags: HRC_MORE, instance: 2, bytes: 8)
    forge(&writer, type: 19, instance: 2, bytes: 4)
    forge(&writer, type: 19, instance: 1, bytes: 4)
    #expect(try next()?.address.instance == 2)
    #expect(try next()?.address.instance == 1)
    #expect(try next() == nil)
  }

  @Test func anotherFrameWithinAMessageIsAFault() throws {
    for (type, call) in [(UInt16(13), UInt64(0)), (19, 1)] {
      var test = try MessageTests()
      var writer = hrc_orders_writer(test.memory.channel)
      test.forge(&writer, type: 19, flags: HRC_MORE, bytes: 8)
      test.forge(&writer, type: type, call: call, bytes: 4)
      #expect(throws: FrameFault.message(type: type)) { try test.next() }
    }
  }

  @Test mutating func aPartWithoutBytesIsAFault() {
    var writer = hrc_orders_writer(memory.channel)
    forge(&writer, type: 19, flags: HRC_MORE)
    #expect(throws: FrameFault.message(type: 19)) { try next() }
  }

  @Test mutating func aMessageThatNeverEndsIsAFaultAtTheLimit() throws {
    var writer = hrc_orders_writer(memory.channel)
    var bytes = 0
    while bytes + Int(HRC_BODY_MAX) <= MessageLimit.bytes {
      forge(&writer, type: 19, flags: HRC_MORE, bytes: Int(HRC_BODY_MAX))
      #expect(try next() == nil)
      _ = receiver.release()
      bytes += Int(HRC_BODY_MAX)
    }
    forge(&writer, type: 19, flags: HRC_MORE, bytes: Int(HRC_BODY_MAX))
    #expect(throws: FrameFault.message(type: 19)) { try next() }
  }

  @Test mutating func anUnknownTypeIsAFaultAndAnOptionalOneIsSkipped() throws {
    var writer = hrc_orders_writer(memory.channel)
    forge(&writer, type: 999, flags: HRC_OPTIONAL, bytes: 100)
    forge(&writer, type: 9)
    #expect(try next()?.kind == .shown)
    forge(&writer, type: 64)
    #expect(throws: FrameFault.type(64)) { try next() }
  }

  @Test mutating func anInstanceThatIsNotOpenIsAFault() {
    var writer = hrc_orders_writer(memory.channel)
    forge(&writer, type: 9, instance: 10)
    #expect(throws: FrameFault.instance(10)) { try next() }
  }

  @Test mutating func anIntactSenderSeesAReaderThatLies() throws {
    #expect(try send("1"))
    UnsafeMutableRawPointer(memory.channel + Int(HRC_ORDERS_TAIL_AT)).storeBytes(of: 4096, as: UInt32.self)
    #expect(throws: FrameFault.index) { try send("2") }
  }
}
