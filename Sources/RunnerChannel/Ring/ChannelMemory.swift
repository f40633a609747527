internal import CRunnerChannel
internal import Glibc

/// The shared memory of a channel: two rings of frames and a page of control words.
///
/// `@unchecked Sendable`: the address is a constant, the memory is accessed only through the functions of CRunnerChannel, and those are
/// atomic.
package final class ChannelMemory: @unchecked Sendable {
  /// The reason why there is no memory.
  package struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The number of the system's error.
    package var code: CInt

    /// The reason in one line.
    package var description: String {
      code == EINVAL ? "it is no sealed memory of \(HRC_CHANNEL_BYTES) bytes" : String(cString: strerror(code))
    }
  }

  let channel: UnsafeMutablePointer<UInt8>

  /// Maps the channel of a descriptor, which the caller may close afterwards.
  package init(descriptor: CInt) throws(Failure) {
    guard let channel = hrc_map(descriptor) else { throw Failure(code: errno) }
    self.channel = channel
  }

  deinit { hrc_unmap(channel) }

  /// Makes a channel; returns its memory, and the descriptor to pass on and then to close.
  package static func make() throws(Failure) -> (memory: ChannelMemory, descriptor: CInt) {
    let descriptor = hrc_make()
    guard descriptor >= 0 else { throw Failure(code: errno) }
    do {
      return (try ChannelMemory(descriptor: descriptor), descriptor)
    } catch {
      close(descriptor)
      throw error
    }
  }

  /// True when these bytes lie somewhere in the channel, also in a frame that was taken long ago; for tests.
  package func contains(_ bytes: [UInt8]) -> Bool {
    guard let first = bytes.first else { return true }
    var at = 0
    // memmem is no standard function, so the Swift toolchain's module of the C library lacks it.
    while let found = memchr(channel + at, CInt(first), Int(HRC_CHANNEL_BYTES) - at) {
      at = found - UnsafeMutableRawPointer(channel)
      guard at + bytes.count <= Int(HRC_CHANNEL_BYTES) else { return false }
      if memcmp(found, bytes, bytes.count) == 0 { return true }
      at += 1
    }
    return false
  }

  /// The control words.
  package enum Word: Sendable {
    /// The function that the runner's loop is in.
    case watch
    /// The beat of the runner's media thread: another number for each tick, and 0 while it has nothing to tick.
    case mediaBeat
    /// The time of one tick of the host's audio, in nanoseconds of CLOCK_MONOTONIC; the host writes it.
    case grid
    /// 1 while the host's audio is on, else 0; the host writes it.
    case audioOn
  }

  /// The present value of a control word.
  package func value(of word: Word) -> UInt64 { hrc_word(channel, place(of: word)) }

  /// Sets a control word.
  package func set(_ word: Word, to value: UInt64) { hrc_set_word(channel, place(of: word), value) }

  private func place(of word: Word) -> UInt32 {
    switch word {
    case .watch: HRC_WATCH_AT
    case .mediaBeat: HRC_BEAT_AT
    case .grid: HRC_GRID_AT
    case .audioOn: HRC_AUDIO_AT
    }
  }
}

/// The side of a channel.
package enum ChannelSide: Sendable {
  /// It writes orders and reads words.
  case host
  /// It reads orders and writes words.
  case runner

  func writer(_ memory: ChannelMemory) -> hrc_writer {
    switch self {
    case .host: hrc_orders_writer(memory.channel)
    case .runner: hrc_words_writer(memory.channel)
    }
  }

  func reader(_ memory: ChannelMemory) -> hrc_reader {
    switch self {
    case .host: hrc_words_reader(memory.channel)
    case .runner: hrc_orders_reader(memory.channel)
    }
  }
}
