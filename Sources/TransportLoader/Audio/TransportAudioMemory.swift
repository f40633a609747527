internal import Glibc
internal import Locking
internal import RunnerChannel
internal import TransportABI

/// The memory for the audio rings of the calls of one transport's process: regions that this process shares with it alone.
///
/// Any thread.
package final class TransportAudioMemory: Sendable {
  /// The reason why there is no region.
  package struct Failure: Error, Hashable, Sendable {
    /// The number of the system's error.
    package var code: CInt
  }

  /// One mapping, as long as the object lives.
  package final class Region: Sendable {
    /// Its number in the orders to the process.
    let index: UInt32
    private let shared: SharedRegion
    /// The descriptor to pass on, also to another version of the transport.
    let descriptor: CInt

    fileprivate init(_ index: UInt32, _ made: (region: SharedRegion, descriptor: CInt)) {
      self.index = index
      shared = made.region
      descriptor = made.descriptor
    }

    deinit { close(descriptor) }

    /// The first address.
    package var start: UnsafeMutableRawPointer { shared.start }
    /// The length.
    package var bytes: Int { SharedRegion.bytes }
  }

  private struct State: Sendable {
    var regions: [Region] = []
    var channel: ChannelMemory?
    var thread: (process: Int32, thread: Int32)?
    var isOver = false
  }

  private let state: Locked<State>

  init(_ channel: ChannelMemory) { state = Locked(State(channel: channel)) }

  /// Maps a region that has room for at least `bytes`.
  package func addRegion(bytes: Int) throws(Failure) -> Region {
    guard bytes <= SharedRegion.bytes, !isOver else { throw Failure(code: ENOMEM) }
    do throws(SharedRegion.Failure) {
      let made = try SharedRegion.make()
      return state.withLock { state in
        let region = Region(UInt32(state.regions.count), made)
        state.regions.append(region)
        return region
      }
    } catch {
      throw Failure(code: error.code)
    }
  }

  /// Tells the process the time of one tick of the host's audio, in nanoseconds of CLOCK_MONOTONIC, and that the audio is on.
  package func setGrid(_ time: UInt64) {
    let channel = state.withLock { $0.channel }
    channel?.set(.grid, to: time)
    channel?.set(.audioOn, to: 1)
  }

  /// Notes the numbers of the process and of its media thread.
  func setThread(_ thread: Int32, of process: Int32) { state.withLock { $0.thread = thread > 0 ? (process, thread) : nil } }

  /// The numbers of the process and of its media thread, for one request of real time; nil for every later one.
  ///
  /// The process itself has named the thread, so its number may be any.
  package func takeThread() -> (process: Int32, thread: Int32)? {
    state.withLock { state in
      defer { state.thread = nil }
      return state.thread
    }
  }

  /// Goes over to another process, which knows the grid from now on.
  func move(to channel: ChannelMemory) {
    state.withLock { state in
      if let old = state.channel {
        channel.set(.grid, to: old.value(of: .grid))
        channel.set(.audioOn, to: old.value(of: .audioOn))
      }
      state.channel = channel
    }
  }

  /// True once the process has ended; its rings then are the host's alone.
  package var isOver: Bool { state.withLock { $0.isOver } }

  /// Lets go of the regions, which live until their rings are released.
  func end() {
    let ended = state.withLock { state in
      defer { state = State(isOver: true) }
      return state
    }
    // Here, and not under the lock, the last region may be unmapped.
    withExtendedLifetime(ended) {}
  }

  /// The region and the offset of a ring; nil for a ring that lies elsewhere.
  func place(of ring: hsw_ring) -> (region: Region, offset: UInt32)? {
    guard let control = ring.ctl, let slots = ring.slots else { return nil }
    let header = MemoryLayout<hsw_ring_ctl>.size
    let start = UnsafeMutableRawPointer(control)
    guard UnsafeMutableRawPointer(slots) == start + header else { return nil }
    let length = header + Int(ring.n_slots) * Int(ring.slot_bytes)
    for region in state.withLock({ $0.regions }) where start >= region.start && start < region.start + region.bytes {
      let offset = start - region.start
      return region.bytes - offset >= length ? (region, UInt32(offset)) : nil
    }
    return nil
  }
}
