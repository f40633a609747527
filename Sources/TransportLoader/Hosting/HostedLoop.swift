internal import Glibc
package import RunnerChannel

/// The one loop of a runner: its thread runs the plugin and reads the orders.
package final class HostedLoop: Sendable {
  let loop: EventLoop

  /// Starts the loop; nil when the system has no thread or file descriptors left.
  ///
  /// - Parameter memory: the channel, where the loop leaves the name of the function that it is in.
  package init?(patienceMilliseconds: UInt32, memory: ChannelMemory) {
    let watch = CallWatch(mirror: { memory.set(.watch, to: $0) })
    guard let loop = EventLoop(name: "transport", patienceMilliseconds: patienceMilliseconds, watch: watch) else { return nil }
    self.loop = loop
  }

  /// The time on the loop's clock, in nanoseconds.
  package static var now: UInt64 { LoopClock.now() }

  /// Watches a descriptor for its owner.
  package func watch(_ source: any LoopSource) { loop.watch(source) }

  /// Runs `body` on the loop.
  ///
  /// Any thread.
  package func run(_ body: @escaping @Sendable () -> Void) { loop.add(.run(body)) }
}
