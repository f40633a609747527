internal import CallControl
internal import Locking
internal import Synchronization

/// Transactions whose delegates take their actions one after another (X3, X5).
final class Slices: Sendable {
  /// One such transaction.
  struct Slice: Sendable {
    let number: UInt64
    let box: ProviderBox
    /// The commands sent last.
    var given: [CommandRef]
    /// The commands not yet sent, in order.
    var rest: [NamedCommand]
  }

  private struct State {
    var slices: [Slice] = []
    var count: UInt64 = 0
  }

  private let state = Locked(State())
  /// The number of slices; it is mostly 0, and then no thread takes the lock.
  private let size = Atomic<Int>(0)

  /// True when no transaction waits.
  var isEmpty: Bool { size.load(ordering: .acquiring) == 0 }

  /// The waiting transactions.
  var all: [Slice] { state.withLock { $0.slices } }

  /// Adds a transaction of which `given` is sent now and `rest` later.
  func add(_ box: ProviderBox, given: [CommandRef], rest: [NamedCommand]) {
    change { state in
      state.count += 1
      state.slices.append(Slice(number: state.count, box: box, given: given, rest: rest))
    }
  }

  /// Handles a failed command; returns the commands that must not be sent any more.
  ///
  /// An End is sent in any case, since the host has begun to end its call.
  func fail(_ command: CommandID, at provider: ProviderID) -> [CommandRef] {
    guard !isEmpty else { return [] }
    return change { state in
      var dropped: [CommandRef] = []
      for index in state.slices.indices where state.slices[index].box.id == provider {
        guard state.slices[index].given.contains(where: { $0.id == command }) else { continue }
        dropped += state.slices[index].rest.filter { $0.ticket.command.kind != .end }.map(\.ticket.ref)
        state.slices[index].rest.removeAll { $0.ticket.command.kind != .end }
      }
      return dropped
    }
  }

  /// Removes a command that was not yet sent; returns true when there was one.
  func withdraw(_ command: CommandID, at provider: ProviderID) -> Bool {
    guard !isEmpty else { return false }
    return change { state in
      for index in state.slices.indices where state.slices[index].box.id == provider {
        guard let place = state.slices[index].rest.firstIndex(where: { $0.ticket.ref.id == command }) else { continue }
        state.slices[index].rest.remove(at: place)
        return true
      }
      return false
    }
  }

  /// Advances a slice, unless another thread did; returns true when it did.
  func move(_ slice: Slice, given: [CommandRef], rest: [NamedCommand]) -> Bool {
    change { state in
      guard let index = state.slices.firstIndex(where: { $0.number == slice.number && $0.given == slice.given }) else { return false }
      state.slices[index].given = given
      state.slices[index].rest = rest
      return true
    }
  }

  private func change<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    state.withLock { state in
      defer {
        state.slices.removeAll { $0.rest.isEmpty }
        size.store(state.slices.count, ordering: .releasing)
      }
      return body(&state)
    }
  }
}
