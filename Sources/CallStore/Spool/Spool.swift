internal import CallControl
internal import Glibc
internal import Locking
internal import Synchronization

/// The position of a record: its generation and its place in the file.
struct SpoolPosition: Hashable, Sendable {
  var generation: UInt64
  var place: Int
}

/// Notes that survive the end of the process, and wait for the database.
///
/// A note is memory written under a short lock. One reader, the store's writer, takes the notes in order and releases those that the
/// database has. Once it has all, the file is used from its start again.
final class Spool: Sendable {
  /// The result of a note.
  struct Admission: Sendable {
    /// The number of records that wait for the reader; 0 when the record was not kept.
    var waiting = 0
    /// True when this record is the first of a batch.
    var isFirst = false
  }

  private struct State: Sendable {
    var seed: UInt32
    /// The place after the last record.
    var head: Int
    /// The place after the last record that the database has.
    var tail: Int
    var waiting = 0
    var dropped = 0
    var isFull = false
  }

  private let file: SpoolFile
  private let state: Locked<State>

  /// Opens a spool, whose records before `position` the database has.
  ///
  /// - Throws: `StoreError` when the file cannot be used.
  init(path: String, after position: SpoolPosition?, limit: Int = SpoolFile.sizeLimit) throws(StoreError) {
    file = try SpoolFile(path: path, limit: limit)
    let seed = file.seed
    let start = position?.generation == file.generation ? position?.place ?? 0 : 0
    let tail = start >= SpoolFile.firstRecord && start <= file.size && start % 8 == 0 ? start : SpoolFile.firstRecord
    var head = tail
    var waiting = 0
    while let (_, next) = file.record(at: head, before: file.size, seed: seed) {
      head = next
      waiting += 1
    }
    state = Locked(State(seed: seed, head: head, tail: tail, waiting: waiting))
  }

  /// Keeps a record; takes well under a microsecond when its pages are warm.
  func note(_ record: SpoolRecord) -> Admission {
    state.withLock { state in
      guard hasRoom(&state) else { return Admission() }
      let frame = file.memory + state.head
      let count = record.write(to: frame + SpoolFile.frameSize)
      let sum = CRC32C.checksum(UnsafeRawBufferPointer(start: frame + SpoolFile.frameSize, count: count), seed: state.seed)
      (frame + 4).storeBytes(of: sum.littleEndian, as: UInt32.self)
      file.lastTime = record.time
      // The length comes last: a process that dies before it leaves no record.
      atomicMemoryFence(ordering: .releasing)
      frame.storeBytes(of: UInt32(count).littleEndian, as: UInt32.self)
      state.head += SpoolFile.frameSize + SpoolFile.aligned(count)
      state.waiting += 1
      return Admission(waiting: state.waiting, isFirst: state.waiting == 1)
    }
  }

  /// Makes room for one record: at the file's start when nothing waits, else by growth.
  private func hasRoom(_ state: inout State) -> Bool {
    if state.head + SpoolFile.frameSize + SpoolRecord.sizeLimit + 8 > file.size {
      if state.tail == state.head {
        begin(&state)
      } else if !file.grow(to: file.size * 2) {
        state.dropped += 1
        state.isFull = true
        return false
      }
    }
    state.isFull = false
    return true
  }

  /// Begins a generation at the file's start; the database must have all records.
  private func begin(_ state: inout State) {
    file.generation &+= 1
    state.seed = file.seed
    state.head = SpoolFile.firstRecord
    state.tail = SpoolFile.firstRecord
  }

  /// Uses the file from its start again when the database has all: warm pages are much cheaper than new ones.
  private func beginIfRead(_ state: inout State) {
    if state.tail == state.head, state.head > min(1 << 20, file.limit / 4) { begin(&state) }
  }

  /// Some records, and the position after them.
  struct Batch: Sendable {
    var records: [SpoolRecord] = []
    /// The number of records that are whole but not understood.
    var unreadable = 0
    var end: SpoolPosition

    /// The number of records, read or not.
    var count: Int { records.count + unreadable }
  }

  /// Returns the next records, at most `limit`; only the reader calls it.
  func next(limit: Int) -> Batch {
    let (start, generation) = state.withLock { state in
      beginIfRead(&state)
      return (state, file.generation)
    }
    var batch = Batch(end: SpoolPosition(generation: generation, place: start.tail))
    // Without the lock: only the reader moves the tail, so nothing changes these records.
    while batch.count < limit, let (bytes, next) = file.record(at: batch.end.place, before: start.head, seed: start.seed) {
      if let record = SpoolRecord(bytes) { batch.records.append(record) } else { batch.unreadable += 1 }
      batch.end.place = next
    }
    return batch
  }

  /// Releases a batch, since the database has its records.
  func release(_ batch: Batch) {
    state.withLock { state in
      guard batch.end.generation == file.generation else { return }
      state.tail = batch.end.place
      state.waiting = max(0, state.waiting - batch.count)
      state.isFull = false
      beginIfRead(&state)
    }
  }

  /// Allocates blocks before they are needed, while the reader cannot keep up.
  func growIfTight() {
    state.withLock { state in
      if file.size - state.head < file.size / 4, state.tail != state.head { _ = file.grow(to: file.size * 2) }
    }
  }

  /// The state of a spool.
  struct Standing: Hashable, Sendable {
    /// The number of records that wait.
    var waiting = 0
    /// The number of records that were dropped for want of room.
    var dropped = 0
    /// True while there is no room.
    var isFull = false
  }

  /// The present state.
  var standing: Standing {
    state.withLock { Standing(waiting: $0.waiting, dropped: $0.dropped, isFull: $0.isFull) }
  }

  /// The time of the last record, in milliseconds since 1970; 0 before the first.
  var lastTime: Int64 { state.withLock { _ in file.lastTime } }

  /// Writes the notes to the disk, so that they survive a loss of power.
  func synchronize() {
    file.synchronize()
  }
}
