import HookswitchCluster
import Locking
import StoreTrials
import Testing

extension StoreBehaviour {
  // MARK: Watching

  static let watching = [
    StoreBehaviour("a watcher gets the whole bucket, and then each change in its order") { bench in
      let writer = try StoreHands(bench)
      var revision = try writer.stored("a3f", "0", .revision(0), id: "w0")
      let watcher = try StoreHands(bench, watching: [.slots])
      #expect(watcher.events.withLock { $0.last } == .snapshot(.slots, [ClusterEntry(key: "a3f", value: [0x30], revision: revision)]))
      for number in 1...20 { revision = try writer.stored("a3f", "\(number)", .revision(revision), id: "w\(number)") }
      _ = try writer.stored("a3f", nil, .revision(revision), id: "w-end")
      #expect(watcher.hears { $0.compactMap(\.change).count == 21 })
      #expect(watcher.events.withLock { $0 }.compactMap(\.change).map(\.text) == (1...20).map { "\($0)" } + [nil])
      #expect(watcher.events.withLock { $0 }.count(where: \.isSnapshot) == 1)
      writer.close()
      watcher.close()
    },
    StoreBehaviour("what was written during the first read is missed by no watcher") { bench in
      let writer = try StoreHands(bench)
      for number in 0..<200 { _ = try writer.stored("\(number)", "first", .revision(0), id: "f\(number)") }
      let store = writer.store
      let done = Locked(0)
      bench.on(store) {
        for number in 0..<200 {
          let write = BucketWrite(bucket: .slots, key: "\(number)", value: Array("second".utf8), condition: .always, id: "s\(number)")
          store.write(write, within: .seconds(20)) { _ in done.withLock { $0 += 1 } }
        }
      }
      let watcher = try StoreHands(bench, watching: [.slots])
      try #require(bench.wait(.seconds(30)) { done.withLock { $0 } == 200 })
      #expect(watcher.hears { events in events.image.values.count(where: { $0 == "second" }) == 200 })
      writer.close()
      watcher.close()
    },
    StoreBehaviour("a whole read has everything that was acknowledged before it") { bench in
      let (writer, reader) = (try StoreHands(bench), try StoreHands(bench))
      for number in 1...10 {
        _ = try writer.stored("k\(number)", "x", .revision(0), id: "\(number)")
        #expect(try reader.readAll().count == number)
      }
      writer.close()
      reader.close()
    },
  ]

  // MARK: Messages

  static let messages = [
    StoreBehaviour("a request gets the answer of the listener, with its headers") { bench in
      let (asker, owner) = (try StoreHands(bench), try StoreHands(bench))
      _ = try owner.listen("hsw.acme.v1.slot.a3f") { store, message in
        let headers = [ClusterMessage.Header("Hsw-Fence", "17")] + message.headers
        store.publish(ClusterMessage(subject: message.reply ?? "", headers: headers, body: Array("to ".utf8) + message.body))
      }
      let answer = try asker.request("hsw.acme.v1.slot.a3f", "a question").get()
      #expect(answer.text == "to a question")
      #expect(answer.header("Hsw-Fence") == "17")
      #expect(answer.header("Hsw-Id") == "7")
      asker.close()
      owner.close()
    },
    StoreBehaviour("a request to nobody fails at once") { bench in
      let hands = try StoreHands(bench)
      #expect(try hands.request("hsw.acme.v1.slot.000", "x") == .failure(.nobodyThere(subject: "hsw.acme.v1.slot.000")))
      hands.close()
    },
    StoreBehaviour("a request without an answer fails after its limit") { bench in
      let (asker, owner) = (try StoreHands(bench), try StoreHands(bench))
      let heard = Locked(0)
      _ = try owner.listen("hsw.acme.v1.all") { _, _ in heard.withLock { $0 += 1 } }
      let answer = try asker.request("hsw.acme.v1.all", "x", within: .milliseconds(200))
      #expect(answer == .failure(.unanswered(subject: "hsw.acme.v1.all")))
      #expect(heard.withLock { $0 } == 1)
      asker.close()
      owner.close()
    },
    StoreBehaviour("a message reaches every listener, and none that has ended") { bench in
      let (asker, one, two) = (try StoreHands(bench), try StoreHands(bench), try StoreHands(bench))
      let heard = Locked<[String]>([])
      _ = try one.listen("hsw.acme.v1.node.a1") { _, message in heard.withLock { $0.append("one " + message.text) } }
      let listener = try two.listen("hsw.acme.v1.node.a1") { _, message in heard.withLock { $0.append("two " + message.text) } }
      let store = asker.store
      bench.on(store) { store.publish(ClusterMessage(subject: "hsw.acme.v1.node.a1", body: Array("first".utf8))) }
      #expect(bench.wait(.seconds(10)) { heard.withLock { $0.count } == 2 })
      let other = two.store
      bench.on(other) { other.unlisten(listener) }
      _ = try two.readAll()
      bench.on(store) { store.publish(ClusterMessage(subject: "hsw.acme.v1.node.a1", body: Array("second".utf8))) }
      #expect(bench.wait(.seconds(10)) { heard.withLock { $0.count } == 3 })
      #expect(heard.withLock { $0.sorted() } == ["one first", "one second", "two first"])
      for hands in [asker, one, two] { hands.close() }
    },
  ]

  // MARK: Records

  static let records = [
    StoreBehaviour("a record under the same id is in the stream once") { bench in
      let hands = try StoreHands(bench)
      for _ in 0..<3 { #expect(try hands.add("a3f.agent-9", "call", id: "call:ended") == nil) }
      let page = try hands.records("a3f.agent-9")
      #expect(page.records.map { String(decoding: $0.body, as: UTF8.self) } == ["call"])
      #expect(page.isLast)
      hands.close()
    },
    StoreBehaviour("records are read in pages, of one line or of all") { bench in
      let hands = try StoreHands(bench)
      for number in 0..<25 { #expect(try hands.add(number % 5 == 0 ? "a3f.one" : "a3f.two", "\(number)", id: "\(number)") == nil) }
      var read: [String] = []
      var last: UInt64 = 0
      while true {
        let page = try hands.records(">", after: last, limit: 10)
        read += page.records.map { String(decoding: $0.body, as: UTF8.self) }
        last = page.records.last?.sequence ?? last
        if page.isLast { break }
        try #require(read.count < 30)
      }
      #expect(read == (0..<25).map { "\($0)" })
      #expect(try hands.records("a3f.one").records.map(\.key) == Array(repeating: "a3f.one", count: 5))
      #expect(try hands.records("a3f.nobody") == RecordPage(records: [], isLast: true))
      #expect(try hands.records(">", after: last) == RecordPage(records: [], isLast: true))
      hands.close()
    },
  ]
}

extension [ClusterStoreEvent] {
  /// The bucket's content as the events tell it: the text of each key.
  var image: [String: String] {
    var image: [String: String] = [:]
    for event in self {
      switch event {
      case .snapshot(_, let entries): image = Dictionary(entries.map { ($0.key, $0.text ?? "") }) { _, new in new }
      case .changed(_, let entry): image[entry.key] = entry.text
      case .connected, .disconnected, .problem: continue
      }
    }
    return image
  }
}
