internal import Glibc
package import RunnerChannel

/// The one loop of a runner: its thread runs the plugin and reads the orders.
package final class HostedLoop: Sendable {
  let loop: EventLoop

  /// Starts the loop; nil when the system has no thread or file descriptors left.
  ///
  /// - Parameters:
  ///   - memory: the channel, where the loop leaves the name of the function that it is in.
  ///   - beginning: the first time of a clock that the conformance kit sets; 0 for the system's clock.
  package init?(patienceMilliseconds: UInt32, memory: ChannelMemory, beginning: UInt64) {
    // Before the loop's first look at its clock.
    if beginning != 0 { PluginClock.set(to: beginning) }
    let watch = CallWatch(mirror: { memory.set(.watch, to: $0) })
    guard let loop = EventLoop(name: "transport", patienceMilliseconds: patienceMilliseconds, watch: watch) else { return nil }
    self.loop = loop
  }

  /// The time on the loop's clock, in nanoseconds.
  package static var now: UInt64 { PluginClock.now() }

  /// The time on the system's clock, in nanoseconds.
  package static var realTime: UInt64 { LoopClock.now() }

  /// True when the conformance kit sets the loop's clock.
  package static var isManual: Bool { PluginClock.isManual }

  /// Sets the loop's clock.
  package static func setTime(_ time: UInt64) { PluginClock.set(to: time) }

  /// The time of the next timer; `.max` when there is none. [loop]
  package var nextTimer: UInt64 { loop.timers.next ?? .max }

  /// Calls `body` once nothing is left to do at the present time. [loop]
  package func whenIdle(_ body: @escaping () -> Void) { loop.whenIdle = body }

  /// Watches a descriptor for its owner.
  package func watch(_ source: any LoopSource) { loop.watch(source) }

  /// Runs `body` on the loop.
  ///
  /// Any thread.
  package func run(_ body: @escaping @Sendable () -> Void) { loop.add(.run(body)) }
}
