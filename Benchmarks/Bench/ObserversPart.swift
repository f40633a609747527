import CallControl
import Hookswitch
import Locking
import Synchronization

/// The rate at which a line's changes reach a hundred observers, each of which reads all of them in its own task.
struct ObserversPart: BenchmarkPart {
  static let name = "observers"
  static let summary = "snapshots a second that reach 100 observers of a line, each reading all of its history"

  private let observerCount = 100
  private let rounds = 60
  /// The number of changes before all observers must have caught up; less than an observer's buffer.
  private let burst = 100

  func measure() async throws -> [Measurement] {
    let host = CallHost()
    _ = try host.register("obedient", delegate: ObedientDelegate())
    let controller = CallController(host: host)
    let call = try await controller.start(CoreScript.handle)
    await host.settle()
    let observer = CallObserver(host: host, line: .main)
    let seen = Revisions(count: observerCount)
    let tasks = (0..<observerCount).map { place in
      let history = observer.history(limit: 4 * burst).makeAsyncIterator()
      return Task {
        var history = history
        while let step = await history.next() {
          switch step {
          case .snapshot(let snapshot): seen.note(snapshot.revision, by: place)
          case .change(let change): seen.note(change.revision, by: place)
          case .lagged(let count): seen.lost(count)
          }
        }
      }
    }
    var rates: [Double] = []
    for round in 0..<rounds {
      let (before, start) = (seen.total, Stopwatch.nanoseconds)
      for change in 0..<burst {
        controller.submit(Transaction(action: SetMutedCallAction(call: call, muted: change.isMultiple(of: 2))))
      }
      await host.settle()
      await seen.reach(host.snapshot().revision)
      let time = Double(Stopwatch.nanoseconds - start) / 1e9
      if round >= rounds / 4 { rates.append(Double(seen.total - before) / time) }
    }
    for task in tasks { task.cancel() }
    guard seen.lostCount == 0 else { throw TrafficError("observers lost \(seen.lostCount) snapshots") }
    await host.shutdown()
    return [Measurement("observers.snapshots_per_s", rates.sorted().percentile(0.5), "1/s")]
  }
}
