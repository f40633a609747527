package import CallControl
internal import Locking
internal import TransportABI

/// The change of one runner to another version of its library, while its providers have calls.
package struct RunnerUpgrade: Sendable {
  private let seat: RunnerSeat
  private let delegates: [TransportProviderDelegate]
  private let providers: [ProviderID]
  private let process: String

  /// The upgrades of all runners that have one of the wanted providers, sorted by the runners' names.
  package static func all(
    of delegates: [ProviderID: TransportProviderDelegate], for isWanted: (ProviderID, TransportProviderDelegate) -> Bool
  ) -> [RunnerUpgrade] {
    var seats: [ObjectIdentifier: RunnerSeat] = [:]
    for (provider, delegate) in delegates where isWanted(provider, delegate) {
      if let seat = delegate.transport.module.seat as? RunnerSeat { seats[ObjectIdentifier(seat)] = seat }
    }
    return seats.values.map { RunnerUpgrade($0, among: delegates) }.sorted { $0.process < $1.process }
  }

  private init(_ seat: RunnerSeat, among delegates: [ProviderID: TransportProviderDelegate]) {
    let own = delegates.filter { $0.value.transport.module.seat === seat }.sorted { $0.key.rawValue < $1.key.rawValue }
    (self.seat, process) = (seat, seat.plan.name)
    (self.delegates, providers) = (own.map(\.value), own.map(\.key))
  }

  /// The limits, in milliseconds.
  private enum Limit {
    /// The time for which a transport that is busy is tried again.
    static let busy: UInt64 = 5000
    /// The pause between two looks at the calls in the way.
    static let look: UInt64 = 100
  }

  /// Carries the upgrade out.
  ///
  /// - Parameters:
  ///   - file: the new library or its manifest; nil for the library as it lies there now.
  ///   - patience: the limits on waiting for calls.
  package func run(
    to file: String?, _ patience: UpgradePatience, contact: FirstContact
  ) async throws(UpgradeRefusal) -> UpgradeReport {
    await awaitEndOfFormer()
    if let reason = seat.beginUpgrade() { throw refusal(reason) }
    defer { seat.endUpgrade() }
    let begin = LoopClock.awake()
    let (start, overlaps) = try await judge(file, contact)
    let from = seat.plan.descriptor.version
    let outcome = try await carryOut(start, overlaps: overlaps, patience)
    return UpgradeReport(
      process: process, providers: providers, from: from, to: start.plan.descriptor.version, way: outcome.way, calls: outcome.calls,
      milliseconds: Int((LoopClock.awake() - begin) / 1_000_000), gapMicroseconds: outcome.gap)
  }

  /// Gives a process of the version before that has no calls any more the time to end.
  private func awaitEndOfFormer() async {
    for _ in 0..<20 {
      guard let drain = seat.drain, drain.left.allSatisfy({ $0.calls == 0 }) else { return }
      await seat.link?.loop.pause(milliseconds: Limit.look)
    }
  }

  private typealias Outcome = (way: UpgradeWay, calls: Int, gap: UInt64)

  private func refusal(_ reason: String) -> UpgradeRefusal { UpgradeRefusal(process: process, reason: reason) }

  // MARK: the new version

  /// Finds the new version, and plans its start; `overlaps` is true when it can work beside the old one.
  private func judge(_ file: String?, _ contact: FirstContact) async throws(UpgradeRefusal) -> (RunnerStart, overlaps: Bool) {
    let old = seat.plan
    let judged: Result<IsolatedTransport, TransportRefusal> = await Self.aside {
      Result { () throws(TransportRefusal) in
        let candidates = TransportInspection.inspect(file: file ?? old.library).candidates
        guard let candidate = candidates.first(where: { $0.id == old.descriptor.id }) ?? candidates.first else {
          throw TransportRefusal(
            .missing, file: file ?? old.library, field: "file", [.init("host", "no transport")], advice: "name the new library")
        }
        return try IsolatedTransport(candidate, contact: contact)
      }
    }
    switch judged {
    case .failure(let error): throw refusal("\(error)")
    case .success(let found):
      guard found.descriptor.id == old.descriptor.id else {
        throw refusal("\(found.candidate.file) is \(found.descriptor.id) and not \(old.descriptor.id)")
      }
      let plan = found.plan(named: old.name, profile: old.profile, crashes: old.crashes, state: old.sandbox.state, beginning: old.beginning)
      let patience = delegates.compactMap(\.instance?.settings.patienceMilliseconds).first ?? TransportSettings().patienceMilliseconds
      return (seat.start(plan, patience: patience), found.candidate.manifest?.upgrade == .overlap)
    }
  }

  /// Runs what blocks on a thread of its own.
  private static func aside<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      // Without a thread the caller's must do.
      if !OSThread.start("upgrade", { continuation.resume(returning: body()) }) { continuation.resume(returning: body()) }
    }
  }

  private func open(_ start: RunnerStart) async throws(UpgradeRefusal) -> OpenedRunner {
    let result = await Self.aside { Result { () throws(RunnerKeeper.Failure) in try start.open() } }
    switch result {
    case .success(let opened): return opened
    case .failure(let error): throw refusal("the new version: \(error.sentence)")
    }
  }

  // MARK: the change

  private func carryOut(_ start: RunnerStart, overlaps: Bool, _ patience: UpgradePatience) async throws(UpgradeRefusal) -> Outcome {
    var opened = try await open(start)
    guard let old = seat.link, old.isUp else {
      // Nothing runs: the next start has the new version.
      opened.dismiss()
      seat.change(to: start.plan, opened.record.descriptors)
      return (.idle, 0, 0)
    }
    let ids = Set(delegates.map { $0.transport.descriptor.id })
    guard ids.isSubset(of: Set(opened.record.descriptors.map(\.id))) else {
      opened.dismiss()
      throw refusal("the new version lacks one of its transports: \(ids.sorted().joined(separator: ", "))")
    }
    let offered = await old.loop.perform {
      [HandoverWay.calls, .sockets].filter { way in old.proxies.values.allSatisfy { $0?.handsOver(by: way) == true } }
    }
    var ways: [UpgradeWay] = (offered ?? []).map { $0 == .calls ? .calls : .sockets }
    if overlaps { ways.append(.overlap) }
    for way in ways {
      if let outcome = try await move(by: way, opened, start, old, patience) { return outcome }
      // The process of the attempt is gone with it.
      opened = try await open(start)
    }
    return try await swapIdle(opened, start, old, wait: patience.wait)
  }

  /// Makes the new process serve beside the old one, or in its place; nil when the new version does not offer that way.
  private func move(
    by way: UpgradeWay, _ opened: OpenedRunner, _ start: RunnerStart, _ old: RunnerLink, _ patience: UpgradePatience
  ) async throws(UpgradeRefusal) -> Outcome? {
    let loop = old.loop
    guard let crew = await loop.perform({ [delegates] in UpgradeCrew(way, opened, beside: old, of: delegates) }) ?? nil else {
      opened.dismiss()
      throw refusal("one of its providers is not ready; try again when all are")
    }
    for index in 0..<crew.count {
      let failure: String?? = await withReply { reply in
        loop.add(.run { crew.create(index) { reply.give($0) } })
      }
      if let failure = failure ?? "its process is gone" {
        await loop.perform { crew.dismiss() }
        throw refusal("the new version: \(failure)")
      }
    }
    guard await loop.perform({ crew.offersWay }) == true else {
      await loop.perform { crew.dismiss() }
      return nil
    }
    let calls = delegates.reduce(0) { $0 + ($1.instance?.callCount ?? 0) }
    let outcome: UpgradeCrew.Outcome? = await withReply { [seat] reply in
      loop.add(
        .run {
          crew.move(until: LoopClock.awake() + Limit.busy * 1_000_000) { outcome in
            switch outcome {
            case .moved where way == .calls: seat.change(to: crew.link, opened, start)
            case .moved: crew.drain(in: seat, start, drain: patience.drain)
            case .oldLost:
              crew.dismiss()
              seat.change(to: start.plan, opened.record.descriptors)
            case .refused, .busy: crew.dismiss()
            }
            reply.give(outcome)
          }
        })
    }
    switch outcome {
    case .moved(let gap): return (way, calls, gap)
    case .busy: throw refusal("the old version is busy; try again later")
    case .refused(let reason): throw refusal("the new version was refused, and the old one goes on: \(reason)")
    case .oldLost(let reason): throw refusal("the old version was lost, and the new one begins: \(reason)")
    case nil: throw refusal("its event loop is gone")
    }
  }

  // MARK: without calls

  /// Ends the old version and begins the new one, as soon as no call is up.
  private func swapIdle(
    _ opened: OpenedRunner, _ start: RunnerStart, _ old: RunnerLink, wait: UInt64
  ) async throws(UpgradeRefusal) -> Outcome {
    let deadline = LoopClock.awake() + wait * 1_000_000
    while true {
      for delegate in delegates { delegate.pause() }
      // On the loop, behind every Start that was on its way.
      let calls =
        await old.loop.perform { [delegates] in
          delegates.flatMap { $0.instance?.books { $0.calls.sorted.compactMap(\.value.id) } ?? [] }
        } ?? []
      if calls.isEmpty { break }
      for delegate in delegates { delegate.resume() }
      guard LoopClock.awake() < deadline else {
        opened.dismiss()
        throw refusal(Self.inTheWay(calls))
      }
      await old.loop.pause(milliseconds: Limit.look)
    }
    let former = (plan: seat.plan, descriptors: delegates.map { $0.transport.descriptor })
    let begin = LoopClock.awake()
    for delegate in delegates { await delegate.closeInstance() }
    seat.change(to: start.plan, opened.record.descriptors)
    seat.prepare(opened, start)
    if let loss = await beginAll() {
      for delegate in delegates { await delegate.closeInstance() }
      seat.change(to: former.plan, former.descriptors)
      if let second = await beginAll() {
        throw refusal("neither version begins; the new one: \(loss); the old one: \(second)")
      }
      throw refusal("the new version was refused, and the old one has begun again: \(loss)")
    }
    return (.idle, 0, (LoopClock.awake() - begin) / 1000)
  }

  /// Begins an instance for every provider; returns the first loss.
  private func beginAll() async -> TransportLoss? {
    var first: TransportLoss?
    for delegate in delegates {
      if let loss = await delegate.beginInstance() { first = first ?? loss }
    }
    return first
  }

  private static func inTheWay(_ calls: [CallID]) -> String {
    let names = calls.prefix(5).map { "\($0)" }.joined(separator: ", ") + (calls.count > 5 ? ", …" : "")
    let count = calls.count == 1 ? "1 call is" : "\(calls.count) calls are"
    return "\(count) in the way: \(names); end what is in the way, or wait for it with --wait SECONDS"
  }
}

/// The limits on the time for which an upgrade waits for calls, in milliseconds.
package struct UpgradePatience: Sendable {
  /// The time to wait for the end of calls in the way, where no call can go on.
  package var wait: UInt64 = 0
  /// The time for the old process to finish its calls; after it they end.
  package var drain: UInt32 = 600_000

  package init() {}
}
