internal import CRunnerChannel
internal import Glibc
internal import Testing

@testable internal import RunnerChannel

/// A ring at its bounds, from the side of the functions in C.
struct RingTests {
  private let memory: ChannelMemory
  private let body = [UInt8]((0..<Int(HRC_BODY_MAX)).map { UInt8(truncatingIfNeeded: $0 &* 31) })

  init() throws {
    let made = try ChannelMemory.make()
    memory = made.memory
    close(made.descriptor)
  }

  private func header(_ type: UInt16 = 7) -> hrc_header {
    var header = hrc_header()
    (header.type, header.instance, header.epoch, header.call, header.other) = (type, 3, 2, 0x8000_0000_0000_0001, .max)
    return header
  }

  private func put(_ writer: inout hrc_writer, bytes: Int, type: UInt16 = 7) -> CInt {
    var header = header(type)
    return hrc_put(&writer, &header, body, UInt32(bytes))
  }

  private func take(_ reader: inout hrc_reader) -> (result: CInt, header: hrc_header, body: [UInt8]) {
    var header = hrc_header()
    var taken = [UInt8](repeating: 0, count: Int(HRC_BODY_MAX))
    let result = hrc_take(&reader, &header, &taken)
    return (result, header, result == HRC_FRAME ? Array(taken[..<Int(header.bytes - HRC_FRAME_MIN)]) : [])
  }

  /// Writes a frame's header as a hostile writer would, and hands over `published` bytes.
  private func forge(published: UInt32, _ change: (inout hrc_header) -> Void) -> CInt {
    var header = header()
    (header.bytes, header.seq) = (HRC_FRAME_MIN, 1)
    change(&header)
    hrc_encode(&header, memory.channel + Int(HRC_ORDERS_AT))
    setControl(HRC_ORDERS_HEAD_AT, published)
    var reader = hrc_orders_reader(memory.channel)
    return take(&reader).result
  }

  private func setControl(_ at: UInt32, _ value: UInt32) {
    UnsafeMutableRawPointer(memory.channel + Int(at)).storeBytes(of: value, as: UInt32.self)
  }

  private func control(_ at: UInt32) -> UInt32 { UnsafeRawPointer(memory.channel + Int(at)).load(as: UInt32.self) }

  @Test(arguments: [0, 1, 7, 8, 9, 32_735, 32_736])
  func aFrameIsTakenAsItWasPut(bytes: Int) {
    var (writer, reader) = (hrc_words_writer(memory.channel), hrc_words_reader(memory.channel))
    #expect(put(&writer, bytes: bytes) == HRC_FRAME)
    #expect(take(&reader).result == HRC_NONE, "nothing is handed over before it is published")
    #expect(hrc_publish(&writer) == 0)
    let taken = take(&reader)
    #expect(taken.result == HRC_FRAME)
    #expect(taken.header.bytes == UInt32(bytes) + HRC_FRAME_MIN)
    #expect(taken.header.type == 7 && taken.header.seq == 1 && taken.header.instance == 3 && taken.header.epoch == 2)
    #expect(taken.header.call == 0x8000_0000_0000_0001 && taken.header.other == .max)
    #expect(taken.body == Array(body[..<bytes]))
    #expect(take(&reader).result == HRC_NONE)
  }

  @Test func aBodyOverTheLimitIsNotPut() {
    var writer = hrc_words_writer(memory.channel)
    #expect(hrc_put(&writer, [header()], body, HRC_BODY_MAX + 1) == HRC_BAD_LENGTH)
  }

  @Test func aRingHoldsExactlyItsLength() {
    var (writer, reader) = (hrc_orders_writer(memory.channel), hrc_orders_reader(memory.channel))
    for _ in 0..<8 { #expect(put(&writer, bytes: Int(HRC_BODY_MAX)) == HRC_FRAME) }
    #expect(put(&writer, bytes: 0) == HRC_NONE)
    #expect(control(HRC_ORDERS_TAIL_AT + 8) == 1, "the writer asks to be woken")
    _ = hrc_publish(&writer)
    for _ in 0..<8 { #expect(take(&reader).result == HRC_FRAME) }
    #expect(put(&writer, bytes: 0) == HRC_NONE, "room counts once it is given back")
    #expect(hrc_release(&reader) == 1)
    #expect(hrc_release(&reader) == 0)
    #expect(put(&writer, bytes: 0) == HRC_FRAME)
  }

  @Test func framesGoOnWhereTheRingAndTheIndexesWrap() {
    var (writer, reader) = (hrc_words_writer(memory.channel), hrc_words_reader(memory.channel))
    let start = UInt32.max - 40_007
    (writer.head, writer.published, reader.tail, reader.published) = (start, start, start, start)
    setControl(HRC_WORDS_HEAD_AT, start)
    setControl(HRC_WORDS_TAIL_AT, start)
    for turn in 0..<40 {
      let count = 32_000 + turn
      #expect(put(&writer, bytes: count) == HRC_FRAME)
      _ = hrc_publish(&writer)
      #expect(take(&reader).body == Array(body[..<count]))
      _ = hrc_release(&reader)
    }
    #expect(writer.head < start)
  }

  @Test func theWriterWakesAReaderThatSleepsAndNoOther() {
    var (writer, reader) = (hrc_orders_writer(memory.channel), hrc_orders_reader(memory.channel))
    #expect(hrc_sleep(&reader) == 1)
    _ = put(&writer, bytes: 8)
    #expect(hrc_publish(&writer) == 1)
    #expect(hrc_sleep(&reader) == 0, "a reader with a frame before it does not sleep")
    _ = put(&writer, bytes: 8)
    #expect(hrc_publish(&writer) == 0)
    #expect(hrc_publish(&writer) == 0, "nothing new wakes nobody")
  }

  @Test func aFrameThatAnIntactWriterCannotWriteIsAFault() {
    #expect(forge(published: 32) { _ in } == HRC_FRAME)
    #expect(forge(published: 32) { $0.bytes = 31 } == HRC_BAD_LENGTH)
    #expect(forge(published: 65_536) { $0.bytes = 32_769 } == HRC_BAD_LENGTH)
    #expect(forge(published: 65_536) { $0.bytes = .max } == HRC_BAD_LENGTH)
    #expect(forge(published: 32) { $0.bytes = 33 } == HRC_BAD_CUT)
    #expect(forge(published: 40) { $0.bytes = 40 } == HRC_FRAME)
    #expect(forge(published: 24) { _ in } == HRC_BAD_CUT)
    #expect(forge(published: 32) { $0.seq = 0 } == HRC_BAD_SEQ)
    #expect(forge(published: 32) { $0.seq = 2 } == HRC_BAD_SEQ)
    #expect(forge(published: 32) { $0.flags = 4 } == HRC_BAD_FLAGS)
    #expect(forge(published: 32) { $0.flags = 3 } == HRC_FRAME)
    #expect(forge(published: 32) { $0.type = 0 } == HRC_BAD_TYPE)
  }

  @Test func anIndexThatAnIntactSideCannotSetIsAFault() {
    #expect(forge(published: HRC_RING_BYTES) { _ in } == HRC_FRAME)
    #expect(forge(published: HRC_RING_BYTES + 8) { _ in } == HRC_BAD_INDEX)
    #expect(forge(published: 36) { _ in } == HRC_BAD_INDEX)
    #expect(forge(published: .max - 7) { _ in } == HRC_BAD_INDEX)
    var writer = hrc_words_writer(memory.channel)
    for tail in [UInt32(8), 4, .max] {
      setControl(HRC_WORDS_TAIL_AT, tail)
      #expect(put(&writer, bytes: 0) == HRC_BAD_INDEX, "the tail is ahead of the head, or askew")
    }
  }

  @Test func anIndexIsNeverReadBack() {
    var (writer, reader) = (hrc_words_writer(memory.channel), hrc_words_reader(memory.channel))
    _ = put(&writer, bytes: 8)
    _ = hrc_publish(&writer)
    setControl(HRC_WORDS_TAIL_AT, 0xDEAD_BEE8)
    #expect(take(&reader).result == HRC_FRAME, "the reader goes by its own index")
    _ = hrc_release(&reader)
    #expect(control(HRC_WORDS_TAIL_AT) == 40)
    setControl(HRC_WORDS_HEAD_AT, 0)
    _ = put(&writer, bytes: 8)
    _ = hrc_publish(&writer)
    #expect(control(HRC_WORDS_HEAD_AT) == 80, "the writer goes by its own index")
  }
}
