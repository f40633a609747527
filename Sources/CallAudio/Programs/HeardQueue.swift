/// The audio that a program has not read yet: a bounded queue that loses its oldest samples.
package struct HeardQueue: Sendable {
  private var samples = SampleRing()
  private let limit: Int
  private let channels: Int
  /// The samples read.
  package private(set) var heard: Int64 = 0
  /// The samples lost because they were not read in time.
  package private(set) var lost: Int64 = 0

  /// Creates an empty queue for `limit` samples of each channel.
  package init(limit: Int, channels: Int) {
    self.limit = limit * channels
    self.channels = channels
  }

  /// The samples that can be read, of all channels together.
  package var count: Int { samples.count }

  /// Adds samples of all channels.
  package mutating func append(_ added: UnsafeBufferPointer<Int16>) {
    samples.append(added)
    let excess = samples.count - limit
    guard excess > 0 else { return }
    samples.drop(excess)
    lost += Int64(excess)
  }

  /// Moves the oldest samples into `room`, the same number of each channel, and returns how many.
  package mutating func take(into room: UnsafeMutableBufferPointer<Int16>) -> Int {
    let taken = samples.take(into: UnsafeMutableBufferPointer(rebasing: room[..<(room.count / channels * channels)]))
    heard += Int64(taken)
    return taken
  }
}
