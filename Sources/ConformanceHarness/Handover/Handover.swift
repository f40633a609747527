internal import Locking
package import TransportABI

/// A handover of the instance under test to a new one of the same plugin on the same loop, step by step as a host does it.
///
/// Each step throws `TestFailure` when the plugin breaks a rule of that step; the caller decides what follows an error status.
package final class Handover {
  /// The bytes and descriptors that cross.
  package private(set) var parcel: ParcelBox
  /// The instance that hands over.
  package let old: PluginInstance
  /// The instance that takes over; nil before `make`.
  package private(set) var new: PluginInstance?
  private let stage: Stage
  private let config: String?
  private let sounds: [CallSound]
  private var prepared = (bytes: 0, descriptors: 0)
  /// True once `give` has come back, whatever it answered.
  private var isGiven = false
  /// The pause between two tries of `give`.
  private static let pause = Duration.milliseconds(100)

  /// Begins a handover.
  ///
  /// - Parameters:
  ///   - portion: the most bytes that a write or read of the parcel passes.
  ///   - sounds: the audio of the calls, which moves with them.
  ///   - config: the configuration of the new instance; nil for that of the run.
  package init(_ stage: Stage, portion: Int = .max, sounds: [CallSound] = [], config: String? = nil) {
    self.stage = stage
    self.config = config
    self.sounds = sounds
    old = stage.near
    parcel = ParcelBox(stage.loop)
    parcel.portion = portion
  }

  // MARK: steps

  /// Lets the old instance prepare.
  package func prepare() throws -> hsw_status {
    let status = try judged(old.prepareHandover(parcel), "handover.prepare")
    if status == HSW_OK { prepared = (parcel.bytes.count, parcel.count) }
    return status
  }

  /// Lets the old instance give, once.
  ///
  /// - Parameter limit: the number of bytes after which the parcel takes no more.
  package func give(limit: Int = .max) throws -> hsw_status {
    parcel.limit = limit
    let media = old.media != nil
    old.stopMedia()
    let status = try judged(old.giveHandover(parcel), "handover.give")
    if status == HSW_OK {
      old.host.book { $0.stillness = "between give and settle" }
      isGiven = true
    } else {
      parcel.cut(bytes: prepared.bytes, descriptors: prepared.descriptors)
      if media { _ = try old.startMedia() }
    }
    return status
  }

  /// Lets the old instance prepare and give; while it is busy, tries again for 5 s, as a host does.
  ///
  /// - Parameter delay: the time that passes after prepare, while everything goes on.
  package func giveAll(after delay: Duration? = nil) throws {
    let status = try prepare()
    guard status == HSW_OK else { throw TestFailure("handover.prepare answered \(StatusName.of(status))") }
    if let delay { try stage.settle(delay) }
    for _ in 0..<50 {
      let status = try give()
      if status == HSW_OK { return }
      guard status == HSW_E_BUSY else { throw TestFailure("handover.give answered \(StatusName.of(status))") }
      wasBusy = true
      try stage.settle(Self.pause)
    }
    throw TestFailure("handover.give answered HSW_E_BUSY for 5 s")
  }

  /// True if the old instance answered once that it was busy.
  package private(set) var wasBusy = false

  /// Makes and initialises the new instance.
  @discardableResult
  package func make() throws -> PluginInstance {
    let made = try stage.another(config: config)
    new = made
    let start = try made.initialise()
    guard start.status == HSW_OK else { throw TestFailure("instance.init of the new version answered \(start.text)") }
    return made
  }

  /// Lets the new instance, which is made if there is none, take the parcel or the one given.
  package func take(_ other: ParcelBox? = nil) throws -> Outcome {
    let heir = try new ?? make()
    heir.host.book { $0.stillness = "between take and settle" }
    let outcome = try heir.takeHandover(other ?? parcel)
    _ = try judged(outcome.status, "handover.take")
    try (other ?? parcel).requireProperUse()
    guard outcome.status == HSW_OK else { return outcome }
    let books = old.ledger
    heir.host.book { $0.adopt(books) }
    return outcome
  }

  /// Lets the new instance take, which must succeed.
  package func takeAll() throws {
    let outcome = try take()
    guard outcome.status == HSW_OK else { throw TestFailure("handover.take answered \(outcome.text) to a whole parcel") }
  }

  /// Activates the new instance, and attaches the audio of the calls.
  package func activate() throws {
    guard let new else { return }
    let activation = try new.activate()
    guard activation.status == HSW_OK else { throw TestFailure("instance.activate answered \(activation.text) after handover.take") }
    for sound in sounds {
      let status = try sound.attach(to: new)
      guard status == HSW_OK else {
        throw TestFailure("audio.attach of \(sound.call) answered \(StatusName.of(status)) after handover.take")
      }
    }
  }

  /// Ends the handover with success: the new instance begins, and takes the old one's place on the stage; the old one is destroyed.
  package func settle() throws {
    guard let new else { return }
    new.host.book { $0.stillness = nil }
    stage.succeed(with: new)
    for sound in sounds { try sound.follow(new) }
    try new.settleHandover(HSW_HANDOVER_TAKEN)
    old.host.book { ledger in
      ledger.forgetAll()
      ledger.stillness = "after settle(HSW_HANDOVER_TAKEN)"
    }
    try old.settleHandover(HSW_HANDOVER_TAKEN)
    try old.destroy()
    try parcel.requireProperUse()
    try requireStillness()
  }

  /// Ends the handover without success: the new instance is destroyed, and the old one goes on.
  package func refuse() throws {
    if let new, new.ledger.phase != .gone { try new.destroy() }
    try requireStillness()
    old.host.book { $0.stillness = nil }
    try old.settleHandover(HSW_HANDOVER_REFUSED)
    if isGiven, !sounds.isEmpty { _ = try old.startMedia() }
    try parcel.requireProperUse()
  }

  /// Hands over as a whole.
  ///
  /// - Parameter delay: the time that passes after prepare, while everything goes on.
  package func run(after delay: Duration? = nil) throws {
    try giveAll(after: delay)
    try takeAll()
    try activate()
    try settle()
  }

  /// Fails on the first report that came while an instance had to stand still.
  package func requireStillness() throws {
    for instance in [old, new].compactMap({ $0 }) {
      if let breach = instance.ledger.breaches.first(where: { $0.kind == .stillness }) { throw TestFailure(breach) }
    }
  }

  private func judged(_ status: hsw_status, _ function: String) throws -> hsw_status {
    guard status <= HSW_OK else { throw TestFailure("\(function) answered \(StatusName.of(status)), which is neither HSW_OK nor an error") }
    return status
  }
}

extension Ledger {
  /// Takes over the books of the instance that hands over.
  fileprivate mutating func adopt(_ books: Ledger) {
    let (own, part, now) = (breaches, stillness, phase)
    self = books
    (stillness, phase) = (part, now)
    for breach in own { note(breach.kind, breach.sentence) }
  }
}
