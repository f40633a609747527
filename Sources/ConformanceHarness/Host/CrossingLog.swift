internal import Glibc
internal import Locking
internal import TransportABI

/// The log of crossings in both directions: the last few in memory, and all of them in a file while the run is traced.
final class CrossingLog: Sendable {
  /// The number of crossings kept in memory.
  static let ring = 256

  private struct State: Sendable {
    var crossings: [Crossing] = []
    var start = 0
    var number: UInt64 = 0
    var trace: CInt = -1
  }

  private let state = Locked(State())

  deinit { trace(into: nil) }

  /// Also appends each further crossing to a file, where it survives a crash of the process; nil stops this.
  func trace(into path: String?) {
    state.withLock { state in
      if state.trace >= 0 { close(state.trace) }
      // A high number, out of the way of the descriptors that the plugin opens.
      let file = path.map { open($0, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600) } ?? -1
      state.trace = file < 0 ? -1 : fcntl(file, F_DUPFD_CLOEXEC, 200)
      if file >= 0 { close(file) }
    }
  }

  /// Records a crossing and returns its number. [any]
  @discardableResult
  func record(_ crossing: Crossing) -> UInt64 {
    state.withLock { state in
      state.number += 1
      var crossing = crossing
      crossing.number = state.number
      if state.trace >= 0 {
        let line = Array((crossing.traceEvent + "\n").utf8)
        _ = write(state.trace, line, line.count)
      }
      if state.crossings.count < Self.ring {
        state.crossings.append(crossing)
      } else {
        state.crossings[state.start] = crossing
        state.start = (state.start + 1) % Self.ring
      }
      return state.number
    }
  }

  /// Adds the status that a crossing's function returned, if the log still holds the crossing. [any]
  func answer(_ number: UInt64, _ status: hsw_status) {
    state.withLock { state in
      let first = state.number - UInt64(state.crossings.count)
      guard number > first else { return }
      let index = (state.start + Int(number - first) - 1) % state.crossings.count
      state.crossings[index].status = status
    }
  }

  /// The crossings in memory, oldest first.
  var crossings: [Crossing] {
    state.withLock { Array($0.crossings[$0.start...] + $0.crossings[..<$0.start]) }
  }

  /// The number of crossings recorded in all.
  var count: UInt64 { state.withLock { $0.number } }
}
