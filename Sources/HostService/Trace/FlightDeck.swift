package import CallControl
package import HookMetrics
internal import HookswitchCore
package import JournalKit
internal import Locking

/// The receiver of a host's journal records for its service: the flight recorder, and the counts of the metrics.
///
/// Give it to `HostSettings.flightRecorder` and `ServiceSettings.flight`. The host calls it behind the path of calls.
package final class FlightDeck: JournalSink {
  private struct State: Sendable {
    var recorder: FlightRecorder
    var metrics = HostMetrics()
    var isClosed = false
  }

  private let state: Locked<State>
  private let bell = LockedFunction<@Sendable () -> Void>()

  /// Creates an empty recorder.
  ///
  /// - Parameter limit: the memory of the flight recorder, in bytes.
  package init(limit: Int = 64 << 20) {
    state = Locked(State(recorder: FlightRecorder(limit: limit)))
  }

  package func write(_ records: [JournalRecord]) {
    let kept = records.map { MessageSecrets.hidden(in: $0) }
    state.withLock { state in
      guard !state.isClosed else { return }
      for record in kept { state.recorder.take(record) }
      state.metrics.take(kept)
    }
    bell.value?()
  }

  package func flush() {}

  /// Drops all records, and keeps none from now on: the end of the host.
  package func close() {
    state.withLock { state in
      state.isClosed = true
      state.recorder = FlightRecorder(limit: state.recorder.limit)
    }
  }

  /// Rings after each batch of records, on the queue of the journal.
  func ring(_ body: @escaping @Sendable () -> Void) { bell.set(body) }

  /// The counts so far.
  package var counts: HostCounts { state.withLock { $0.metrics.counts } }

  /// The state of the recorder: its memory, its limit, and the number of records that are gone.
  package var standing: (bytes: Int, limit: Int, dropped: Int) {
    state.withLock { ($0.recorder.bytes, $0.recorder.limit, $0.recorder.dropped) }
  }

  /// Returns records after a number, and the number of records of the choice that are gone.
  package func page(
    after number: UInt64, of choice: FlightRecorder.Choice, limit: Int
  ) -> (page: FlightRecorder.Page, dropped: Int) {
    state.withLock { state in
      let page = state.recorder.page(after: number, of: choice, limit: limit)
      if case .call(let call) = choice { return (page, state.recorder.cutRecords(of: call)) }
      return (page, state.recorder.dropped)
    }
  }
}
