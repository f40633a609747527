internal import ConformanceHarness
internal import StrictJSON
internal import TransportABI

// The memory that crosses: what the host lends, and what the plugin hands out.
extension AbiTests {
  static let memory: [ConformanceTest] = [
    ConformanceTest(
      "abi.borrow-late", .must, "No argument is used later: not by a timer, the end of a call, another activation, destroy or unload",
      budget: .seconds(60), body: borrowLate),
    ConformanceTest(
      "abi.handed-out", .must, "Entry, descriptors, tables and the schema stay byte for byte as they were given", budget: .seconds(60),
      body: handedOut),
    ConformanceTest(
      "abi.dead-memory", .must, "Nothing that is handed over lies in freed memory, or on a stack that is no longer used",
      budget: .seconds(60), body: deadMemory),
  ]

  // MARK: borrowed memory

  private static func borrowLate(_ run: TestRun) throws {
    run.arena.takesBackAtOnce = true
    let library = try run.library()
    let rich = try RichConfiguration(run, library)
    let stage = try Stage(run, library, .full.with(secrets: rich.secrets), config: rich.text)
    try stage.bringUp()
    try stage.settle()
    Exercise(stage).runWidely()
    try passDays(stage)
    // The ends of calls, an activation and the end of the instance, each with calls up.
    stage.attempt { _ = try stage.connect() }
    stage.attempt { _ = try stage.ringing(from: CallTarget(stage.peer.target().kindText, "5550144", name: "The last caller")) }
    stage.attempt { try stage.near.deactivateAndWait(stage) }
    stage.attempt { _ = try stage.near.activate() }
    stage.attempt { try stage.settle() }
    stage.attempt { _ = try stage.connect() }
    stage.attempt { try stage.near.reset() }
    stage.attempt { _ = try stage.connect() }
    useTexts(stage.near, stage)
    stage.dismissPeer()
    try stage.near.destroy()
    try library.unload()
    let again = try library.loaded()
    let heir = try Stage.create(run, again, stage.loop, .full, config: run.settings.near)
    try heir.instance?.destroy()
    try again.unload()
  }

  /// Lets timers of hours fire, and a suspend pass.
  private static func passDays(_ stage: Stage) throws {
    try stage.settle(.seconds(2 * 3600))
    guard !stage.loop.isRealTime else { return }
    stage.suspend(.seconds(30 * 3600))
    try stage.settle(.seconds(10))
  }

  /// Has the plugin write every text that it can.
  private static func useTexts(_ instance: PluginInstance, _ stage: Stage) {
    for level: UInt32 in 0...5 { stage.attempt { _ = try instance.dump(level: level) } }
    stage.attempt { _ = try instance.save() }
    stage.attempt { _ = try instance.schema() }
    for id in instance.ledger.calls.keys.sorted().suffix(40) { stage.attempt { try stage.look(CallRef(id: id)) } }
  }

  // MARK: memory that was handed out

  private static func handedOut(_ run: TestRun) throws {
    let library = try PluginLibrary(run.entry(), run.arena)
    var still = StillMemory()
    if let entry = library.entry { still.add(struct: "hsw_entry", entry) }
    let descriptors = try descriptors(of: library)
    for (index, descriptor) in descriptors.enumerated() { still.add(descriptor, "descriptor(\(index))") }
    func compare(_ moment: String) throws {
      if let change = still.change { throw TestFailure("\(change) \(moment)") }
      guard try self.descriptors(of: library) == descriptors else { throw TestFailure("descriptor answered another address \(moment)") }
    }
    _ = try library.loaded()
    try compare("after load")
    let stage = try run.created(in: library)
    let start = try stage.near.initialise()
    guard start.status == HSW_OK else { throw TestFailure("instance.init answered \(start.text)") }
    try compare("after init")
    let forAll = still
    still.add(struct: "hsw_instance", stage.near.pointer)
    for (id, _) in PluginExtension.all {
      if let table = try stage.near.askExtension(id) { still.add(sized: "the table of \(id)", table) }
    }
    var lasting = forAll
    if try stage.near.offers(HSW_EXT_CONFIG), let text = try stage.near.schemaText() {
      still.add(text: "the text of config.schema", text)
      lasting.add(text: "the text of config.schema", text)
    }
    guard try stage.near.activate().status == HSW_OK else { throw TestFailure("instance.activate failed") }
    try compare("after activate")
    Exercise(stage).runWidely()
    try compare("after calls")
    let other = try stage.another()
    stage.attempt { try Stage.bringUp(other) }
    try compare("after another instance was made")
    try other.destroy()
    try compare("after another instance was destroyed")
    try stage.near.reset()
    try compare("after reset")
    try stage.near.deactivateAndWait(stage)
    try compare("after deactivate")
    stage.dismissPeer()
    try stage.near.destroy()
    still = lasting
    try compare("after destroy")
    try library.unload()
  }

  private static func descriptors(of library: PluginLibrary) throws -> [UnsafePointer<hsw_descriptor>] {
    try (0..<min(library.table.n_descriptors, 64)).compactMap { try library.descriptor($0) }
  }

  // MARK: dead memory

  private static func deadMemory(_ run: TestRun) throws {
    let library = try run.library()
    let rich = try RichConfiguration(run, library)
    // From here on freed blocks, and the stack after each function of the plugin, hold bytes that are no text.
    ExecutorProcess.poisonHeap()
    ExecutorProcess.scrubsThread(true)
    defer { ExecutorProcess.scrubsThread(false) }
    try requireDescriptors(library)
    let loop = VirtualLoop()
    loop.afterEachCall = { ExecutorProcess.scrubStack() }
    var offer = HostOffer.full.with(secrets: rich.secrets)
    offer.scrubsStack = true
    let stage = try Stage(run, library, offer, config: rich.text, loop: loop)
    try stage.refuse(.size)
    try stage.bringUp()
    try requireTexts(stage)
    Exercise(stage).runWidely()
    try requireTexts(stage)
    try stage.refuse(.text, .size, .code)
    try requireDescriptors(library)
    try stage.tearDown()
  }

  private static func requireDescriptors(_ library: PluginLibrary) throws {
    for index in 0..<min(library.table.n_descriptors, 64) {
      guard let pointer = try library.descriptor(index) else { throw TestFailure("descriptor(\(index)) is NULL") }
      ExecutorProcess.scrubStack()
      let descriptor = ForeignDescriptor(pointer)
      if let flaw = descriptor.sizeFlaw ?? descriptor.flaws.first { throw TestFailure("\(flaw), after descriptor(\(index)) had returned") }
    }
  }

  /// Requires that the texts that the plugin hands out are texts once its functions have returned.
  private static func requireTexts(_ stage: Stage) throws {
    for (id, least) in PluginExtension.all {
      guard let table = try stage.near.askExtension(id) else { continue }
      let size = StillMemory.size(at: table)
      guard size >= least, size <= ForeignStruct.maximumSize else {
        throw TestFailure("the table of \(id) has size \(size) once get_extension has returned, should be at least \(least)")
      }
    }
    if try stage.near.offers(HSW_EXT_CONFIG) {
      let (text, flaw) = try stage.near.schema()
      if let flaw { throw TestFailure("config.schema: \(flaw), once it has returned") }
      _ = try SettingsSchema(text)
    }
    try stage.ifOffered {
      for level: UInt32 in 0...2 { try requireJSON(stage.near.dump(level: level), "diag.dump") }
    }
    try stage.ifOffered { _ = try stage.peer.target() }
    try stage.refuse(.text)
  }

  static func requireJSON(_ answer: (status: hsw_status, bytes: [UInt8]), _ function: String) throws {
    guard answer.status == HSW_OK else { return }
    do throws(JSONSyntaxError) {
      _ = try JSONReader.read(answer.bytes)
    } catch {
      throw TestFailure("\(function) wrote text that is not JSON: \(error.reason), in line \(error.line), column \(error.column)")
    }
  }
}
