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

  /// The limit on words that wait.
  static let most = 65_536

  init(_ memory: ChannelMemory, wake: CInt, most: Int = WordChannel.most) {
    self.wake = wake
    sender = FrameSender(memory, side: .runner, bound: .init(frames: most, bytes: most == .max ? .max : 16 << 20))
  }

  /// The number of words that wait for room in the ring.
  var queued: Int { sender.queuedFrames }

  /// Counts messages for people that were dropped before they came here.
  func count(_ messages: Int, _ address: FrameAddress) {
    guard messages > 0 else { return }
    dropped += messages
    speaker = address
    // The next turn tells of them; without it, nothing else may come for long.
    if sender.pressure == .low { publish() }
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

  /// The counts of this process for the answer to a beat.
  var beat: BeatBody {
    var body = BeatBody()
    (body.queued, body.dropped) = (UInt32(clamping: sender.queuedFrames), UInt32(clamping: dropped))
    var time = timespec()
    if clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) == 0 { body.cpu = UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec) }
    body.memory = Self.memory
    return body
  }

  /// The memory of this process in bytes; 0 where the system does not say.
  private static var memory: UInt64 {
    let file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return 0 }
    defer { close(file) }
    let bytes = [UInt8](unsafeUninitializedCapacity: 128) { buffer, count in count = max(0, read(file, buffer.baseAddress, buffer.count)) }
    // "SIZE RESIDENT …", in pages.
    let words = bytes.split(separator: UInt8(ascii: " "))
    return words.count < 2 ? 0 : (UInt64(String(decoding: words[1], as: UTF8.self)) ?? 0) &* UInt64(getpagesize())
  }

  /// Wakes the host.
  func wakeHost() {
    var one: UInt64 = 1
    _ = write(wake, &one, 8)
  }
}
