internal import CRunnerChannel
internal import Glibc

@testable internal import RunnerChannel

extension FuzzTarget {
  /// Reads the frames of a hostile runner, as the host does.
  static let words = FuzzTarget(name: "words") { bytes in RunnerTrial<WordType>(writer: .runner, reader: .host)?.run(Draw(bytes)) }

  /// Reads the frames of a hostile host, as the runner does.
  static let orders = FuzzTarget(name: "orders") { bytes in RunnerTrial<OrderType>(writer: .host, reader: .runner)?.run(Draw(bytes)) }
}

/// One direction of a channel whose writer does anything: frames with any header and body, and any bytes in any place.
///
/// The reader must find a fault or read on. A message that it accepts must be written with the same bytes.
private struct RunnerTrial<Kind: FrameType> {
  private let memory: ChannelMemory
  private let side: ChannelSide
  private var writer: hrc_writer
  private var receiver: FrameReceiver<Kind>

  init?(writer side: ChannelSide, reader: ChannelSide) {
    guard let made = try? ChannelMemory.make() else { return nil }
    close(made.descriptor)
    memory = made.memory
    self.side = side
    writer = side.writer(memory)
    receiver = FrameReceiver(memory, side: reader)
  }

  consuming func run(_ draw: Draw) {
    while !draw.isEmpty {
      switch draw.below(8) {
      case 0: overwrite(draw)
      case 1: _ = hrc_publish(&writer)
      default: put(draw)
      }
      guard hear() else { return }
    }
    _ = hrc_publish(&writer)
    _ = hear()
  }

  /// Stores a word in any place of the channel.
  private func overwrite(_ draw: Draw) {
    let place = draw.word() % (HRC_CHANNEL_BYTES / 8) * 8
    hrc_set_word(memory.channel, draw.bit() ? place % 256 : place, draw.bit() ? UInt64(draw.code()) * 8 : draw.long())
  }

  /// Puts a frame with the right place and number, and else anything.
  private mutating func put(_ draw: Draw) {
    var header = hrc_header()
    let kinds = Array(Kind.allCases)
    header.type = draw.bit() ? kinds[draw.below(kinds.count)].rawValue : UInt16(truncatingIfNeeded: draw.word())
    header.flags = UInt16(draw.below(4))
    header.instance = UInt16(draw.below(4))
    (header.call, header.other) = (UInt64(draw.byte()), UInt64(draw.byte()))
    let body = Array(draw.bytes(Int(draw.byte()) | (draw.below(16) == 15 ? 0x7F00 : 0)).prefix(Int(HRC_BODY_MAX)))
    _ = hrc_put(&writer, &header, body, UInt32(body.count))
    if draw.bit() { _ = hrc_publish(&writer) }
  }

  /// Reads all that is there; false after a fault, which ends a connection.
  private mutating func hear() -> Bool {
    do throws(FrameFault) {
      while let message = try receiver.next(isOpen: { $0 < 3 }) {
        precondition(message.bytes.count <= MessageLimit.bytes, "a message is longer than the limit")
        try Self.judge(message, as: message.kind.body)
      }
      _ = receiver.release()
      return true
    } catch {
      return false
    }
  }

  private static func judge<Body: FrameBody>(_ message: FrameMessage<Kind>, as type: Body.Type) throws(FrameFault) {
    let body = try message.body(type)
    precondition(FrameWriter.bytes(of: body) == message.bytes, "a body is written with other bytes than it was read from")
  }
}
