import HookswitchCluster
import Testing

/// The course of one read of a bucket, with a server that is behind the leader.
@Suite struct BucketReadingTests {
  /// A bucket on two servers: the leader, and one with the consumer, which has the first `applied` writes.
  private struct Model {
    var writes: [ClusterEntry] = []
    var applied = 0
    /// The revisions that the consumer is still to give, once it began.
    var pending: [UInt64] = []

    mutating func write(_ key: Int) {
      writes.append(ClusterEntry(key: "\(key)", value: [UInt8(truncatingIfNeeded: writes.count)], revision: UInt64(writes.count + 1)))
    }

    /// The last write of each key among the first ones.
    func image(_ count: Int) -> BucketImage {
      let last = Dictionary(writes.prefix(count).map { ($0.key, $0) }) { $1 }
      return BucketImage(entries: last.values.sorted { $0.revision < $1.revision }, sequence: UInt64(count))
    }

    mutating func begin() { pending = image(applied).entries.map(\.revision) }

    mutating func apply(_ count: Int) {
      for _ in 0..<min(count, writes.count - applied) {
        applied += 1
        pending.append(UInt64(applied))
      }
    }

    /// Returns the consumer's next message; a write of the same key has removed each that is missing.
    mutating func give() -> StoredWrite? {
      while !pending.isEmpty {
        let entry = writes[Int(pending.removeFirst()) - 1]
        if writes.prefix(applied).last(where: { $0.key == entry.key })?.revision == entry.revision {
          return StoredWrite(entry: entry, id: "\(entry.revision)")
        }
      }
      return nil
    }

    var end: UInt64 { UInt64(writes.count) }

    /// The leader's last write of a key.
    func last(_ key: String) -> StoredWrite? {
      writes.last { $0.key == key }.map { StoredWrite(entry: $0, id: "\($0.revision)") }
    }
  }

  /// Reads; `move` changes the servers before each step.
  private func read(_ model: inout Model, steps limit: Int, move: (inout Model) -> Void) -> BucketImage? {
    var reading = BucketReading(end: model.end)
    model.begin()
    for _ in 0..<limit {
      move(&model)
      switch reading.step {
      case .askForEnd: reading.take(end: model.end)
      case .waitForMessage: if let write = model.give() { reading.take(write) }
      case .confirm(let key): reading.confirm(model.last(key))
      case .giveUp: return nil
      case .finish: return reading.image
      }
    }
    return nil
  }

  @Test func `an image has each key as it was at the image's revision, however servers lag and keys are rewritten`() throws {
    for seed in 0..<2_000 {
      var random = SpreadGenerator(state: UInt64(seed))
      var model = Model()
      let keys = 1 + Int(random.next() % 6)
      for _ in 0..<(1 + random.next() % 12) { model.write(Int(random.next() & 0xFF) % keys) }
      model.applied = Int(random.next() % UInt64(model.writes.count + 1))
      let pace = 1 + random.next() % 4
      let image = read(&model, steps: 5_000) { model in
        // Writes end at last, and the server comes to the leader's end.
        if model.writes.count < 200, random.next() % pace == 0 { model.write(Int(random.next() & 0xFF) % keys) }
        if random.next() % 3 > 0 { model.apply(1 + Int(random.next() % 5)) }
      }
      let found = try #require(image, "seed \(seed)")
      #expect(found == model.image(Int(found.sequence)), "seed \(seed)")
    }
  }

  @Test func `a server that is always a write behind gives an image while writes never end`() {
    var model = Model()
    for key in 0..<5 { model.write(key) }
    model.applied = model.writes.count - 1
    var step = 0
    let image = read(&model, steps: 80) { model in
      step += 1
      guard step % 3 == 0 else { return }
      model.write(step)
      model.apply(1)
    }
    #expect(image.map { $0 == model.image(Int($0.sequence)) } == true)
  }

  private func write(_ key: String, _ value: UInt8?, _ revision: UInt64, id: String = "id") -> StoredWrite {
    StoredWrite(entry: ClusterEntry(key: key, value: value.map { [$0] }, revision: revision), id: id)
  }

  @Test func `a removed key is not in the image`() {
    var reading = BucketReading(end: 3)
    reading.take(write("a", 1, 1))
    reading.take(write("b", nil, 3))
    #expect(reading.step == .askForEnd)
    reading.take(end: 4)
    reading.take(write("a", nil, 4))
    #expect(reading.step == .confirm(key: "a"))
    reading.confirm(write("a", nil, 4))
    #expect(reading.step == .finish)
    #expect(reading.image == BucketImage(entries: [], sequence: 4))
  }

  @Test func `a server with other numbers than the leader gives no image`() {
    for (leader, step) in [
      (write("a", 1, 3, id: "x"), BucketReading.Step.finish), (write("a", 1, 5, id: "x"), .giveUp), (write("a", 1, 2, id: "x"), .giveUp),
      (write("a", 1, 5, id: "y"), .finish), (nil, .finish),
    ] {
      var reading = BucketReading(end: 3)
      reading.take(write("a", 1, 3, id: "x"))
      reading.take(end: 3)
      reading.confirm(leader)
      #expect(reading.step == step, "\(String(describing: leader))")
    }
  }
}
