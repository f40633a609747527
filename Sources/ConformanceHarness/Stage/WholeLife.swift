internal import StrictJSON
internal import TransportABI

/// A plugin's whole life, with every function of the contract in it: more than one test needs, and judged by none.
///
/// A step that the plugin or its far end does not offer is left out.
package struct WholeLife {
  /// A part of the life, named as in failures.
  package enum Phase: String, Sendable, CaseIterable {
    case load, create, `init`, activate, calls, deactivate, destroy, unload
  }

  private let run: TestRun
  private let library: PluginLibrary
  private let loop: VirtualLoop?
  private let hasEnded: (Phase) throws -> Void

  /// - Parameters:
  ///   - loop: the loop of its instances; nil makes one, which stays in the process.
  ///   - hasEnded: runs at the end of each phase.
  package init(
    _ run: TestRun, _ library: PluginLibrary, on loop: VirtualLoop? = nil, hasEnded: @escaping (Phase) throws -> Void = { _ in }
  ) {
    self.run = run
    self.library = library
    self.loop = loop
    self.hasEnded = hasEnded
  }

  /// Plays the life, from load to unload.
  package func play() throws {
    _ = try library.loaded()
    try hasEnded(.load)
    let stage = try run.created(in: library, loop: loop)
    stage.longestWait = stage.loop.isRealTime ? .seconds(1) : nil
    for (id, _) in PluginExtension.all { _ = try stage.near.askExtension(id) }
    _ = try stage.near.askExtension("org.hookswitch.no-such/1")
    stage.attempt { _ = try stage.near.schema() }
    try hasEnded(.create)
    let start = try stage.near.initialise()
    guard start.status == HSW_OK else { throw TestFailure("instance.init", "answered \(start.text)", expected: "HSW_OK") }
    useTexts(stage)
    try hasEnded(.`init`)
    let activation = try stage.near.activate()
    guard activation.status == HSW_OK else { throw TestFailure("instance.activate", "answered \(activation.text)", expected: "HSW_OK") }
    stage.attempt { try stage.settle() }
    try hasEnded(.activate)
    makeCalls(stage)
    try hasEnded(.calls)
    leaveAndComeBack(stage)
    stage.attempt { try stage.near.deactivateAndWait(stage) }
    try hasEnded(.deactivate)
    stage.dismissPeer()
    stage.near.stopMedia()
    try stage.near.destroy()
    refuseInstances(stage)
    try hasEnded(.destroy)
    try library.unload()
    try hasEnded(.unload)
  }

  private func makeCalls(_ stage: Stage) {
    Exercise(stage).run()
    stage.longestWait = stage.loop.isRealTime ? .seconds(1) : nil
    LifeOfCalls(stage).play()
    useTexts(stage)
    stage.attempt { _ = try stage.near.setRegistered(0) }
    stage.attempt { try stage.settle() }
    stage.attempt { _ = try stage.near.setRegistered(1) }
    // Every timer of a registration or of a health check comes within two hours.
    stage.attempt { try stage.settleBriefly(7200) }
  }

  /// Drains with a call up, comes back, is reset with a call up, and comes back again.
  private func leaveAndComeBack(_ stage: Stage) {
    stage.attempt { _ = try stage.connect() }
    stage.attempt { _ = try stage.near.deactivate(drain: 500) }
    stage.attempt { try stage.settle(.seconds(3)) }
    stage.attempt { _ = try stage.near.activate() }
    stage.attempt { try stage.settle(.milliseconds(100)) }
    stage.attempt { _ = try stage.connect() }
    stage.attempt { try stage.near.reset() }
    stage.attempt { try stage.settle(.milliseconds(100)) }
    stage.attempt { try stage.hangUp(stage.connect()) }
  }

  /// Configurations, states and dumps, good and bad.
  private func useTexts(_ stage: Stage) {
    let near = stage.near
    stage.attempt { _ = try near.apply(run.settings.near) }
    for text in ["", "{", "[]", "{\"no-such-setting\": 1}"] { stage.attempt { _ = try near.apply(text) } }
    stage.attempt {
      let own = run.settings.near.isEmpty ? "{}" : run.settings.near
      guard case .object(let base)? = try? JSONReader.read(Array(own.utf8)) else { return }
      for setting in try SettingsSchema(near.schema().text).settings {
        let others = base.filter { $0.name != setting.name }
        guard let value = setting.another(than: base.first { $0.name == setting.name }?.value) else { continue }
        _ = try near.apply(JSONValue.object(others + [.init(name: setting.name, value: value)]).text)
        stage.attempt { try stage.settle(.milliseconds(20)) }
      }
    }
    stage.attempt { _ = try near.apply(run.settings.near) }
    stage.attempt { try stage.settle(.milliseconds(100)) }
    stage.attempt {
      let state = try near.save()
      _ = try near.save(portion: 1, limit: 2)
      _ = try near.load(Array("no state at all".utf8))
      _ = try near.load(state.bytes)
    }
    for level: UInt32 in 0...5 { stage.attempt { _ = try near.dump(level: level) } }
    stage.attempt { _ = try near.dump(limit: 1) }
    stage.attempt { _ = try near.ping() }
    stage.attempt { try stage.settle(.milliseconds(20)) }
  }

  /// Instances that are refused.
  private func refuseInstances(_ stage: Stage) {
    for (id, config) in [("org.example.no-such", ""), (run.descriptor, "{\"")] {
      stage.attempt { try stage.createRaw(id: Array(id.utf8), config: Array(config.utf8)).instance?.destroy() }
    }
  }
}

extension Stage {
  /// The callbacks of timers that a wait may cost.
  private static let mostWakeUps = 10_000

  /// Passes that many seconds of virtual time, or fewer where the plugin wakes up too often.
  func settleBriefly(_ seconds: Int) throws {
    let before = loop.wakeUps
    try settle(.seconds(1))
    let rate = loop.wakeUps - before
    try settle(.seconds(rate == 0 ? seconds - 1 : min(seconds - 1, Self.mostWakeUps / rate)))
  }
}
