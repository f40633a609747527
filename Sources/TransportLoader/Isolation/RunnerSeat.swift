internal import Glibc
internal import Locking
internal import RunnerChannel
internal import TransportABI

/// The place of the runner of one shared object: made when its first instance is created, and made anew after its end.
final class RunnerSeat: InstanceSeat {
  /// The facts about a runner that its host knows before it starts.
  struct Plan: Sendable {
    /// The helper program.
    var helper: String
    /// The library, and its identity when it was judged.
    var library: String
    var identity: FileIdentity
    /// The descriptor of its code when it was scanned.
    var descriptor: TransportDescriptor
    /// The runner's name for people.
    var name = ""
    var profile = RunnerProfile()
    var sandbox = SandboxPlan()
    /// The folder for the reports of its losses; nil for none.
    var crashes: CrashFolder?
    /// The first time of a clock that the conformance kit sets; 0 for the system's clock.
    var beginning: UInt64 = 0
    /// The fault that a test of the host puts in; nil otherwise.
    var flaw: HostFlaw?
  }

  /// A version of the library, with its runner.
  ///
  /// Its instances keep the runner: when the last of them has heard of its end, its descriptors and its memory go.
  private struct Version {
    var plan: Plan
    /// The descriptors of the version that an upgrade has brought; empty before.
    var upgraded: [String: TransportDescriptor] = [:]
    weak var link: RunnerLink?
    /// The fate of that runner, or of the last one.
    var fate: RunnerFate?
    /// The descriptors that its library has.
    var record: ScanRecord?
    /// The layers of its sandbox, in words.
    var sandbox: String?
    /// The paths of settings that its sandbox allows.
    var allowed = SettingPaths()
  }

  private struct Current {
    var version: Version
    /// The version before, and the upgrade whose calls it finishes.
    var former: (version: Version, drain: RunnerDrain)?
    /// True while an upgrade is under way.
    var isUpgrading = false
    /// The process that an upgrade has opened for the next instances.
    var prepared: (opened: OpenedRunner, start: RunnerStart)?
    /// The number of runners that were started after a loss.
    var restarts = 0
    /// The paths that the settings of its providers name.
    var expected = SettingPaths()
  }

  private let current: Locked<Current>

  init(_ plan: Plan) { current = Locked(Current(version: Version(plan: plan))) }

  /// The facts about the present runner, or about the next one.
  var plan: Plan { current.withLock { $0.version.plan } }

  var identity: FileIdentity? { plan.identity }

  func descriptor(of id: String) -> TransportDescriptor? { current.withLock { $0.version.upgraded[id] } }

  /// The number of the runner's process; nil when there is none.
  var pid: Int32? { link.flatMap { $0.isUp ? $0.process.pid : nil } }

  /// Kills the runner's process; false when there is none.
  func kill() -> Bool {
    guard let link, link.isUp else { return false }
    link.process.kill()
    return true
  }

  /// The present connection; nil when there is none.
  var link: RunnerLink? { current.withLock { $0.version.link } }

  /// The number of runners that were started after a loss.
  var restarts: Int { current.withLock { $0.restarts } }

  /// The layers of the sandbox of the present or the last runner, in words; nil before the first.
  var sandbox: String? { current.withLock { $0.version.sandbox } }

  /// The limits of the present runner, or of the next one, that have no effect, a sentence each.
  var limitGaps: [String] { link?.process.limitGaps ?? ControlGroups.current.gaps(plan.profile.limits) }

  /// Has the sandbox of the next runner allow the paths that settings name.
  func expect(_ configuration: String) {
    let paths = SettingPaths(in: configuration, schema: plan.sandbox.schema)
    current.withLock { $0.expected.add(paths) }
  }

  /// The reason why the sandbox of the present runner does not let an instance have these settings; nil when it does.
  func trouble(with configuration: String) -> String? {
    guard plan.sandbox.mode != .off else { return nil }
    let paths = SettingPaths(in: configuration, schema: plan.sandbox.schema)
    guard let path = current.withLock({ $0.version.allowed.lack(of: paths) }) else { return nil }
    return "its process runs already, in a sandbox without \(path): start anew, or name the path in isolation.needs"
  }

  /// Creates an instance in the runner, in the place of the entry's `create`. [loop]
  func create(
    for owner: any ProxyOwner, _ id: hsw_str, _ host: UnsafePointer<hsw_host>, _ configuration: hsw_str,
    _ out: UnsafeMutablePointer<UnsafePointer<hsw_instance>?>, _ why: UnsafeMutablePointer<hsw_why>
  ) -> hsw_status {
    let settings = BorrowedText.read(configuration) ?? ""
    do throws(RunnerKeeper.Failure) {
      expect(settings)
      let link = try link(on: owner.loop, patience: owner.settings.patienceMilliseconds, for: owner)
      // The runner was made for another transport of the library, perhaps.
      guard current.withLock({ $0.version.record })?.contains(owner.descriptor) == true else {
        link.endIfUnused()
        throw RunnerStart.otherTransport(plan.library)
      }
      if let trouble = trouble(with: settings) {
        WhyText.write(trouble, to: why)
        return HSW_E_INVAL
      }
      guard let proxy = link.add(owner, ProxyHost(host)) else {
        throw RunnerKeeper.Failure(sentence: "the process has as many instances as it can have")
      }
      return proxy.create(BorrowedText.read(id) ?? "", settings, out, why)
    } catch {
      // The transport itself has refused nothing.
      owner.lose(.noProcess(error.sentence))
      WhyText.write(error.sentence, to: why)
      return HSW_E_FAIL
    }
  }

  private func link(
    on loop: EventLoop, patience: UInt32, for owner: any ProxyOwner
  ) throws(RunnerKeeper.Failure) -> RunnerLink {
    if let link, link.isUp, link.loop === loop { return link }
    let (opened, start) = if let prepared = takePrepared() { prepared } else { try open(plan, patience: patience) }
    let link = opened.connect(on: loop)
    current.withLock { current in
      if current.version.fate?.wasLost == true { current.restarts += 1 }
      Self.seat(link, opened, start.paths, &current.version)
    }
    link.whenAppliesPaths = { [weak self] in self?.trouble(with: $0) }
    for gap in opened.process.limitGaps { owner.warn("limits", gap) }
    if plan.sandbox.mode != .off { for gap in SandboxKernel.current.gaps { owner.warn("sandbox", gap) } }
    return link
  }

  private func open(_ plan: Plan, patience: UInt32) throws(RunnerKeeper.Failure) -> (OpenedRunner, RunnerStart) {
    let start = start(plan, patience: patience)
    return (try start.open(), start)
  }

  private func takePrepared() -> (OpenedRunner, RunnerStart)? {
    guard let prepared = current.withLock({ $0.prepared.take() }) else { return nil }
    return prepared.opened.process.hasEnded ? nil : prepared
  }

  /// The start of a runner of a plan.
  func start(_ plan: Plan, patience: UInt32) -> RunnerStart {
    RunnerStart(plan: plan, patience: patience, paths: current.withLock { $0.expected })
  }

  private static func seat(_ link: RunnerLink, _ opened: OpenedRunner, _ paths: SettingPaths, _ version: inout Version) {
    (version.link, version.fate, version.record) = (link, link.fate, opened.record)
    (version.sandbox, version.allowed) = (opened.sandbox, paths)
  }

  // MARK: upgrades

  /// Reserves the seat for one upgrade; returns the reason why that is not possible.
  func beginUpgrade() -> String? {
    let (isBusy, former) = current.withLock { current in
      let isBusy = current.isUpgrading || current.former != nil
      if !isBusy { current.isUpgrading = true }
      return (isBusy, current.former)
    }
    guard isBusy else { return nil }
    guard let former else { return "another upgrade of it is under way" }
    let calls = former.drain.left.reduce(0) { $0 + $1.calls }
    let version = former.version.plan.descriptor.version
    guard calls > 0 else { return "the process of version \(version) has not ended yet; try again" }
    return "version \(version) still finishes \(calls == 1 ? "1 call" : "\(calls) calls"); try again when its process has ended"
  }

  /// Ends the reservation.
  func endUpgrade() {
    let unused = current.withLock { current in
      current.isUpgrading = false
      return current.prepared.take()
    }
    unused?.opened.dismiss()
  }

  /// Makes another version the one that the next runner has.
  ///
  /// - Parameter record: the descriptors of its library, as they were scanned.
  func change(to plan: Plan, _ record: [TransportDescriptor]) {
    current.withLock { current in
      current.version.plan = plan
      // The next instance begins in a process of the plan, even while an older process still ends.
      current.version.link = nil
      current.version.upgraded = Dictionary(record.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }
  }

  /// Makes the next instances use a process that has opened the library already.
  func prepare(_ opened: OpenedRunner, _ start: RunnerStart) { current.withLock { $0.prepared = (opened, start) } }

  /// Makes a runner that has taken over the present one.
  func change(to link: RunnerLink, _ opened: OpenedRunner, _ start: RunnerStart) {
    change(to: start.plan, opened.record.descriptors)
    current.withLock { Self.seat(link, opened, start.paths, &$0.version) }
    link.whenAppliesPaths = { [weak self] in self?.trouble(with: $0) }
  }

  // MARK: two versions

  /// The upgrade whose calls the version before finishes; nil for none.
  var drain: RunnerDrain? { current.withLock { $0.former?.drain } }

  /// The facts about the runner that finishes its calls, and the layers of its sandbox in words.
  var former: (plan: Plan, sandbox: String?, drain: RunnerDrain)? {
    current.withLock { current in current.former.map { ($0.version.plan, $0.version.sandbox, $0.drain) } }
  }

  /// Makes a runner that takes new calls, while the one before finishes its own.
  func change(to link: RunnerLink, _ opened: OpenedRunner, _ start: RunnerStart, draining drain: RunnerDrain) {
    current.withLock { $0.former = ($0.version, drain) }
    change(to: link, opened, start)
  }

  /// Forgets the version before, whose runner has ended.
  func endDrain() { current.withLock { $0.former = nil } }

  /// Makes the version before the present one again.
  func takeBack() {
    current.withLock { current in
      guard let former = current.former else { return }
      (current.version, current.former) = (former.version, nil)
    }
  }
}
