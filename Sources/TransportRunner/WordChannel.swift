internal import Glibc
internal import RunnerChannel
internal import TransportLoader

/// The runner's words on their way to the host, for all its instances.
///
/// The loop's thread uses it. Words that do not fit wait, within a bound; a runner that says more than that ends.
final class WordChannel {
  private var sender: FrameSender<WordType>
  private let wake: CInt
  private var dropped = 0
  /// The address of the last message that was dropped, under which the host learns of the number.
  private var speaker: FrameAddress?

  init(_ memory: ChannelMemory, wake: CInt) {
    self.wake = wake
    sender = FrameSender(memory, side: .runner, bound: .init(frames: 65_536, bytes: 16 << 20))
  }

  /// Writes a word, which the host sees at the end of the turn.
  func say(_ kind: WordType, _ address: FrameAddress, _ body: some FrameBody) {
    // Messages for people go first, so that the words about calls find room.
    if kind == .log || kind == .wire, sender.pressure >= .quarter {
      dropped += 1
      speaker = address
      return
    }
    do throws(FrameFault) {
      guard sender.pressure < .full, try sender.send(kind, address, body) else { _exit(RunnerDeath.overflowCode) }
    } catch {
      _exit(RunnerMain.ExitCode.confused)
    }
  }

  /// Hands the words of this turn over.
  func publish() {
    do throws(FrameFault) {
      if dropped > 0, sender.pressure == .low {
        var body = LogBody()
        (body.level, body.topic, body.message) = (2, FrameText("log"), FrameText("\(dropped) messages were dropped"))
        dropped = 0
        if let speaker { _ = try sender.send(.log, speaker, body) }
      }
      if try sender.publish() { wakeHost() }
    } catch {
      _exit(RunnerMain.ExitCode.confused)
    }
  }

  /// Wakes the host.
  func wakeHost() {
    var one: UInt64 = 1
    _ = write(wake, &one, 8)
  }
}
