internal import Glibc
internal import Locking
internal import TransportABI
internal import TransportLoader

/// A process of the plugin under test, in step with a virtual loop.
///
/// The loop's time is the process's time. After each plugin function the process does everything that is due, so that its reports are in
/// the ledger before the next step of the test; one timer on the loop stands for the next timer in the process.
final class PluginProcess: LoopUser, LoopFollower {
  private let crossings: CrossingLog
  private let front: HostFront?
  private let onLoss: (String) -> Void
  private weak var loop: VirtualLoop?
  private let runner: KitRunner
  private var told: UInt64 = 0
  private var timer: (id: UInt64, due: UInt64)?
  private var region: (start: UnsafeMutableRawPointer, left: Int)?

  /// Puts another table between the process and its host.
  typealias HostFront = (UnsafePointer<hsw_host>) -> UnsafePointer<hsw_host>

  /// Prepares for the process of the instances on a loop.
  ///
  /// - Parameters:
  ///   - crossings: the log that shows whether the process has reported anything.
  ///   - front: the table between the process and its host; nil for none.
  ///   - onLoss: gets the reason, again and again, once the process has ended by itself.
  init(
    _ transport: KitTransport, _ loop: VirtualLoop, crossings: CrossingLog, front: HostFront?, onLoss: @escaping (String) -> Void
  ) throws {
    guard let runner = KitRunner(transport) else {
      throw TestUnable("no file descriptors are left; raise the limit of open files (ulimit -n)")
    }
    self.crossings = crossings
    self.front = front
    self.onLoss = onLoss
    self.loop = loop
    self.runner = runner
    let watched = WatchedDescriptors.Watched(owner: self, callback: ignoreDescriptor, argument: nil, events: UInt32(HSW_FD_READ))
    guard loop.descriptors.add(runner.descriptor, watched) == HSW_OK else {
      throw TestUnable("the process of the plugin cannot be watched")
    }
    loop.follower = self
  }

  // MARK: instances

  /// Creates an instance in the process, in the place of the entry's `create`.
  func create(
    _ id: hsw_str, _ host: HarnessHost, _ configuration: hsw_str, _ out: UnsafeMutablePointer<UnsafePointer<hsw_instance>?>,
    _ why: UnsafeMutablePointer<hsw_why>
  ) -> hsw_status {
    callBegins()
    // One order creates and initialises: the reports of `init` may come before its answer.
    host.book { ledger in
      ledger.isApart = true
      ledger.phase = .initialised
    }
    let table = front?(host.table) ?? host.table
    let status = runner.create(id, table, configuration, at: host.loop.now, out, why) { breaches in
      host.book { $0.take(breaches) }
    }
    if status != HSW_OK { host.book { $0.phase = .created } }
    noteLoss()
    return status
  }

  /// True when the process ticks the instance's audio.
  func ticks(_ instance: UnsafePointer<hsw_instance>) -> Bool { runner.ticks(instance) }

  /// Lets ticks run when they are due, or passes over them.
  func setTicking(_ isOn: Bool) { runner.setTicking(isOn) }

  /// Returns zeroed memory that the process has mapped too.
  func ringMemory(_ bytes: Int) throws -> UnsafeMutableRawPointer {
    let length = (bytes + 63) / 64 * 64
    if (region?.left ?? 0) < length {
      guard let memory = runner.audioMemory, let new = try? memory.addRegion(bytes: length) else {
        throw TestUnable("there is no memory for the rings of the plugin's process")
      }
      region = (new.start, new.bytes)
    }
    guard let (start, left) = region else { throw TestUnable("there is no memory for rings") }
    region = (start + length, left - length)
    return start
  }

  /// Returns the places around the process that hold the secret, where it must never be.
  func places(of secret: String) -> [String] {
    let bytes = Array(secret.utf8)
    var places = runner.shares(bytes) ? ["the memory that the plugin's process shares with the host"] : []
    for (file, place) in [("environ", "the environment"), ("cmdline", "the command line")] {
      guard let pid = runner.pid, let text = FileBytes.read("/proc/\(pid)/\(file)") else { continue }
      if String(decoding: text, as: UTF8.self).contains(secret) { places.append("\(place) of the plugin's process") }
    }
    return places
  }

  // MARK: time

  func callBegins() {
    guard let loop, loop.now != told, runner.isUp else { return }
    told = loop.now
    runner.setTime(told)
  }

  func callReturned() {
    defer { noteLoss() }
    guard runner.isUp, let next = runner.sync() else { return arm(.max) }
    arm(next)
  }

  func follow() -> Bool {
    let before = crossings.count
    callBegins()
    callReturned()
    return crossings.count != before
  }

  func fired(_: VirtualTimers.Timer, _: UInt64) {
    timer = nil
    loop?.timed("timer callback") {}
  }

  func isReady(_: WatchedDescriptors.Watched, _: CInt, _: UInt32) -> Bool {
    let before = crossings.count
    runner.turn()
    noteLoss()
    guard crossings.count != before else { return false }
    _ = follow()
    return true
  }

  /// Sets the loop's timer for the next one in the process.
  private func arm(_ due: UInt64) {
    guard let loop, timer?.due != due else { return }
    if let timer { _ = loop.timers.remove(timer.id, of: self) }
    timer = nil
    guard due != .max else { return }
    let id = loop.timers.add(.init(owner: self, callback: ignoreTimer, argument: nil, due: due, period: 0))
    timer = (id, due)
  }

  private func noteLoss() { if let loss = runner.loss { onLoss(loss) } }

  /// Ends the process.
  func end() {
    loop?.follower = nil
    loop?.forget(self)
    runner.end()
  }
}

private func ignoreDescriptor(_: UnsafeMutableRawPointer?, _: CInt, _: UInt32) {}
private func ignoreTimer(_: UnsafeMutableRawPointer?, _: hsw_timer) {}

extension Ledger {
  /// Notes the breaches that the ledger in the plugin's own process has refused, under each kind that they may be.
  mutating func take(_ breaches: TransportMisbehaviour) {
    func note(_ count: Int, _ what: String, _ kinds: Breach.Kind...) {
      guard count > 0 else { return }
      for kind in kinds { self.note(kind, "in its process the plugin \(what), \(count) times") }
    }
    note(breaches.double, "completed an action twice", .secondWord)
    note(breaches.stale, "reported on an action that was given up, or a call that had ended", .staleWord, .afterEnded, .endedTwice)
    note(breaches.strange, "reported on a call or an action that never existed", .unknownCall, .unknownAction, .handle, .afterReset)
    note(breaches.outOfOrder, "reported what the state of the call or of its life does not allow", .stateOrder, .phase, .openAtEnd)
    note(breaches.wrongThread, "called a host function on a thread that its tag does not allow", .thread)
    note(breaches.malformed, "passed a struct, a string or a number that breaks the contract", .size, .text, .code, .time)
  }
}
