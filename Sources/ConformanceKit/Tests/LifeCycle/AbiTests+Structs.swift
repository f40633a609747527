internal import ConformanceHarness
internal import Glibc
internal import TransportABI
internal import TransportLoader

// The structs that a plugin gives to the host: descriptors, tables, and the instance itself.
extension AbiTests {
  static func sizesSet(_ run: TestRun) throws {
    let stage = try run.stage()
    var flaws = [stage.library.sizeFlaw] + (try stage.library.descriptors().map(\.sizeFlaw))
    for (id, least) in PluginExtension.all {
      guard let pointer = try stage.near.askExtension(id) else { continue }
      let size = StillMemory.size(at: pointer)
      if size < least || size > ForeignStruct.maximumSize {
        flaws.append("the table of \(id) has size \(size), should be \(least) (version 1.0) to \(ForeignStruct.maximumSize)")
      }
    }
    if let flaw = flaws.compactMap({ $0 }).first { throw TestFailure(flaw) }
    Exercise(stage).run()
    try stage.refuse(.size)
    try stage.tearDown()
  }

  static func unknownExtension(_ run: TestRun) throws {
    let stage = try run.stage()
    var ids = ["", "x", "org.hookswitch.", "org.hookswitch.calls", "calls/1", "ORG.HOOKSWITCH.CALLS/1", "/1"]
    for (id, _) in PluginExtension.all where try stage.near.askExtension(id) != nil {
      let stem = id.prefix { $0 != "/" }
      ids += [
        id + "x", id + "0", id + " ", id + "/1", String(id.dropLast()), "\(stem)/0", "\(stem)/2", "\(stem)/99", "\(stem)/01", " " + id,
      ]
    }
    var random = SeededNumbers(run.seed)
    for _ in 0..<200 {
      ids.append(String((0..<random.below(40)).map { _ in Character(Unicode.Scalar(UInt8(0x21 + random.below(94)))) }))
    }
    for id in ids where try stage.near.askExtension(id) != nil {
      throw TestFailure("get_extension(\"\(id)\") is not NULL, though no extension has that id")
    }
    try stage.tearDown()
  }

  static func extensionStable(_ run: TestRun) throws {
    let stage = try run.created()
    guard try stage.near.initialise().status == HSW_OK else { throw TestFailure("instance.init failed") }
    func addresses() throws -> [String: UInt] {
      var found: [String: UInt] = [:]
      for (id, _) in PluginExtension.all { found[id] = try stage.near.askExtension(id).map { UInt(bitPattern: $0) } }
      return found
    }
    let first = try addresses()
    func compare(_ moment: String) throws {
      for (id, address) in try addresses() where first[id] != address {
        throw TestFailure("get_extension(\"\(id)\") answered another table \(moment)")
      }
    }
    try compare("the second time")
    _ = try stage.near.activate()
    try compare("after activate")
    try stage.near.reset()
    try compare("after reset")
    let elsewhere = try OtherThread.run { try addresses() }
    for (id, address) in first where elsewhere[id] != address {
      throw TestFailure("get_extension(\"\(id)\") answered another table on another thread")
    }
    try stage.tearDown()
  }

  static func descriptor(_ run: TestRun) throws {
    let library = try PluginLibrary(run.entry(), run.arena)
    guard (1...64).contains(library.table.n_descriptors) else {
      throw TestFailure("hsw_entry.n_descriptors is \(library.table.n_descriptors), should be 1 to 64")
    }
    let before = try library.descriptors()
    for descriptor in before {
      if let flaw = descriptor.flaws.first { throw TestFailure(flaw) }
      guard ManifestReader.isID(descriptor.id) else {
        throw TestFailure("descriptor.id \"\(descriptor.id)\" is not 3 to 64 of a-z, 0-9, `.` and `-`")
      }
      for (field, value) in [("name", descriptor.name), ("version", descriptor.version)] where value.isEmpty {
        throw TestFailure("descriptor.\(field) of \(descriptor.id) is empty")
      }
      guard !descriptor.handleKinds.isEmpty else {
        throw TestFailure("descriptor.handle_kinds of \(descriptor.id) is empty: the transport can make no calls")
      }
    }
    guard Set(before.map(\.id)).count == before.count else { throw TestFailure("two descriptors have the same id") }
    for index in [library.table.n_descriptors, library.table.n_descriptors + 1, 1000, .max] {
      guard try library.descriptor(index) == nil else { throw TestFailure("descriptor(\(index)) is not NULL, past the last one") }
    }
    guard try library.loaded().descriptors() == before else { throw TestFailure("the descriptors differ before and after load") }
    guard before.contains(where: { $0.id == run.descriptor }) else { throw TestFailure("no descriptor has the id \(run.descriptor)") }
    try library.unload()
  }

  static func createUnknown(_ run: TestRun) throws {
    let library = try run.library()
    let loop = VirtualLoop()
    let sentinel = UnsafePointer<hsw_instance>(bitPattern: 0x5A5A_5A5A_5A58)
    for id in [run.descriptor + "x", String(run.descriptor.dropLast()), "", "org.example.nobody"] {
      let creation = try Stage.create(run, library, loop, .full, id: id, config: run.settings.near, sentinel: sentinel)
      guard creation.outcome.status < 0 else {
        throw TestFailure("entry.create answered \(creation.outcome.text) to the id \"\(id)\", which no descriptor has")
      }
      guard creation.leftOutAlone else { throw TestFailure("entry.create refused the id \"\(id)\" and changed *out") }
    }
    try library.unload()
  }
}
