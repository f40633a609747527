internal import ConformanceHarness
internal import TransportABI

/// The rows about odd queries, ids, sizes and flags: the plugin refuses or ignores each as its rule says.
enum NegotiationTests {
  static let all: [ConformanceTest] = [
    ConformanceTest(
      "abi.query-sizes", .must, "A query of each size is refused below that of version 1.0, and answered from there on",
      budget: .seconds(20),
      body: sizes),
    ConformanceTest(
      "abi.query-magics", .must, "A magic with any one bit wrong is refused, and the query is left alone", budget: .seconds(20),
      body: magics),
    ConformanceTest(
      "abi.query-versions", .must, "Whatever versions a host speaks, the choice is one that both speak, or a refusal with a line",
      budget: .seconds(20), body: versions),
    ConformanceTest(
      "abi.query-again", .must, "Each query gets the same entry, and each index the same descriptor, at any time, from any thread",
      budget: .seconds(20), body: again),
    ConformanceTest(
      "abi.create-ids", .must, "create takes the whole id of a transport, and nothing that is like it", budget: .seconds(20), body: ids),
    ConformanceTest(
      "abi.reserved-zero", .must, "Flags that the version does not define, and reserved fields, are zero in each struct of the plugin",
      budget: .seconds(30), body: reserved),
    ConformanceTest(
      "abi.tables-constant", .must, "The contents of the instance and of its tables never change", budget: .seconds(30), body: constant),
    ConformanceTest(
      "abi.long-structs", .must, "Structs that are longer by any number of bytes, with any unknown flags, are taken", budget: .seconds(30),
      body: longStructs),
    ConformanceTest(
      "abi.must-flags", .must, "Each unknown bit within HSW_MUST, in each struct, gets HSW_E_NOTSUP, and nothing happens",
      budget: .seconds(30),
      body: mustFlags),
    ConformanceTest(
      "abi.each-null", .must, "Each function of a host extension that is NULL alone is not called, and everything else works",
      budget: .seconds(60), body: eachNull),
    ConformanceTest(
      "abi.odd-extensions", .must, "Ids of extensions of any length and any bytes get NULL, at any time", budget: .seconds(20),
      body: oddExtensions),
  ]

  // MARK: the query

  private static func sizes(_ run: TestRun) throws {
    let entry = try run.entry()
    let least = QueryMemory.firstSize
    // A query without room for its size is none, so the memory has at least that.
    let short = Array(0..<min(least, 64)) + Array(stride(from: 64, to: least - 8, by: 7)) + Array(max(64, least - 8)..<least)
    for size in short {
      for magic in [UInt32(HSW_MAGIC), 0] {
        var query = QueryMemory(size)
        query.magic = magic
        let answer = query.ask(entry, run.arena)
        guard answer.status == HSW_E_INVAL else {
          throw TestFailure(
            "hookswitch_transport_query answered \(StatusName.of(answer.status)) to a query of \(size) bytes, should be HSW_E_INVAL")
        }
      }
    }
    // A short size in a longer memory: the rest is not the query's.
    for size in [0, 4, 8, 20, least - 1] {
      var query = QueryMemory(size)
      query.length = least + 64
      let answer = query.ask(entry, run.arena)
      guard answer.status == HSW_E_INVAL, answer.before.dropFirst(size) == answer.after.dropFirst(size) else {
        throw TestFailure("hookswitch_transport_query wrote past the \(size) bytes of a query, or took it")
      }
    }
    for size in Array(least...least + 24) + [512, 1000, 1024, 2048, 4000, 4095, 4096, 65_536] {
      let answer = QueryMemory(size).ask(entry, run.arena)
      guard answer.status == HSW_OK, answer.query.entry != nil, answer.query.chosen_major == 1 else {
        throw TestFailure(
          "hookswitch_transport_query answered \(StatusName.of(answer.status)) to a query of \(size) bytes, should be HSW_OK and an entry")
      }
      guard answer.leftTailAlone else {
        throw TestFailure("hookswitch_transport_query wrote past the part that it knows, into a query of \(size) bytes")
      }
    }
  }

  private static func magics(_ run: TestRun) throws {
    let entry = try run.entry()
    let wrong = (0..<32).map { UInt32(HSW_MAGIC) ^ (1 << UInt32($0)) } + [0, .max, UInt32(HSW_MAGIC).byteSwapped, 0x3257_5348, 1]
    for magic in wrong {
      for size in [QueryMemory.firstSize, 4096] {
        var query = QueryMemory(size)
        query.magic = magic
        let answer = query.ask(entry, run.arena)
        guard answer.status == HSW_E_INVAL, answer.before == answer.after else {
          let words = answer.before == answer.after ? StatusName.of(answer.status) : "and wrote into the query"
          throw TestFailure(
            "hookswitch_transport_query answered \(words) to the magic 0x\(String(magic, radix: 16)), should be HSW_E_INVAL")
        }
      }
    }
  }

  private static func versions(_ run: TestRun) throws {
    let entry = try run.entry()
    let majors: [UInt32] = [0, 1, 2, 3, 99, 0x7FFF_FFFF, 0x8000_0000, .max]
    for lowest in majors {
      for highest in majors {
        for minor: UInt32 in [0, 1, 2, 7, .max] {
          var query = QueryMemory(QueryMemory.firstSize)
          query.majors = (lowest, highest)
          query.minor = minor
          // A later version may use what is reserved now.
          query.reserved = minor == 7 ? .max : 0
          try judge(query.ask(entry, run.arena), lowest, highest, minor)
        }
      }
    }
  }

  private static func judge(_ answer: QueryMemory.Answer, _ lowest: UInt32, _ highest: UInt32, _ minor: UInt32) throws {
    let host = "a host of \(lowest).x to \(highest).\(minor)"
    let fits = lowest <= HSW_ABI_MAJOR && highest >= HSW_ABI_MAJOR
    let chosen = (answer.query.chosen_major, answer.query.chosen_minor)
    if fits {
      guard answer.status == HSW_OK, answer.query.entry != nil else {
        throw TestFailure("hookswitch_transport_query answered \(StatusName.of(answer.status)) to \(host), which speaks 1")
      }
      guard chosen.0 == HSW_ABI_MAJOR, highest != HSW_ABI_MAJOR || chosen.1 <= minor else {
        throw TestFailure("hookswitch_transport_query chose \(chosen.0).\(chosen.1) for \(host)")
      }
      return
    }
    guard answer.status == HSW_E_VERSION else {
      throw TestFailure("hookswitch_transport_query answered \(StatusName.of(answer.status)) to \(host), should be HSW_E_VERSION")
    }
    guard answer.query.entry == nil else { throw TestFailure("hookswitch_transport_query refused \(host) and set `entry`") }
    guard let reason = answer.reason, !reason.isEmpty, reason.unicodeScalars.allSatisfy({ $0.value >= 0x20 }) else {
      throw TestFailure("hookswitch_transport_query refused \(host) without one line of text in `reason`")
    }
  }

  private static func again(_ run: TestRun) throws {
    let entry = try run.entry()
    func pointer() throws -> UnsafePointer<hsw_entry>? { QueryMemory(QueryMemory.firstSize).ask(entry, run.arena).query.entry }
    guard let first = try pointer() else { throw TestFailure("hookswitch_transport_query left `entry` NULL") }
    let library = try PluginLibrary(entry, run.arena)
    let count = library.table.n_descriptors
    let descriptors = try (0..<min(count, 64)).map { try library.descriptor($0) }
    func requireSame(_ when: String) throws {
      guard try pointer() == first else { throw TestFailure("hookswitch_transport_query gave another `entry` \(when)") }
      for (index, descriptor) in descriptors.enumerated() {
        guard try library.descriptor(UInt32(index)) == descriptor else {
          throw TestFailure("entry.descriptor(\(index)) answered another descriptor \(when)")
        }
      }
      for index in [count, count &+ 1, count &+ 2, 0x8000_0000, .max] where try library.descriptor(index) != nil {
        throw TestFailure("entry.descriptor(\(index)) is not NULL \(when), past the last one")
      }
    }
    try requireSame("the second time")
    for highest: UInt32 in [2, 99] {
      var query = QueryMemory(4096)
      query.majors = (1, highest)
      guard query.ask(entry, run.arena).query.entry == first else {
        throw TestFailure("hookswitch_transport_query gave another `entry` to a host of 1.x to \(highest).0")
      }
    }
    _ = try library.loaded()
    try requireSame("after load")
    try OtherThread.run { try requireSame("on another thread") }
    let stage = try run.created(in: library)
    try stage.bringUp()
    try requireSame("with an instance")
    try stage.tearDown()
    try library.unload()
    try requireSame("after unload")
  }

  private static func ids(_ run: TestRun) throws {
    let library = try run.library()
    let loop = VirtualLoop()
    let sentinel = UnsafePointer<hsw_instance>(bitPattern: 0x5A5A_5A5A_5A58)
    let id = run.descriptor
    let known = Set(try library.descriptors().map(\.id))
    let stem = String(id.prefix { $0 != "." })
    var wrong = [
      "", "x", stem, id + " ", " " + id, id + ".", "." + id, id + "/1", id.uppercased(), String(id.reversed()), id + id, id + ".x",
      String(repeating: "a", count: 64), String(repeating: "a", count: 65_536), id + String(repeating: "x", count: 4096),
    ]
    wrong += (1..<id.count).map { String(id.prefix($0)) } + (1..<id.count).map { String(id.suffix($0)) }
    for place in id.indices {
      wrong.append(id.replacingCharacter(at: place))
    }
    for text in wrong where !known.contains(text) {
      let creation = try Stage.create(run, library, loop, .full, id: text, config: run.settings.near, sentinel: sentinel)
      guard creation.outcome.status == HSW_E_INVAL, creation.leftOutAlone else {
        let words = creation.leftOutAlone ? creation.outcome.text : "\(creation.outcome.text), and changed *out"
        throw TestFailure("entry.create answered \(words) to the id \"\(text.prefix(80))\", should be HSW_E_INVAL and *out untouched")
      }
      guard creation.outcome.why?.isEmpty == false else {
        throw TestFailure("entry.create refused an id without a sentence in its hsw_why")
      }
    }
    try library.unload()
  }
}

extension String {
  /// Returns the text with another character at that place.
  fileprivate func replacingCharacter(at place: Index) -> String {
    let other = self[place] == "q" ? "p" : "q"
    return String(self[..<place]) + other + String(self[index(after: place)...])
  }
}
