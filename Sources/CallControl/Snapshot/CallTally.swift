/// The numbers of visible calls by state, direction and provider, counted without a snapshot of any call.
package struct CallTally: Sendable {
  /// The calls that count together.
  package struct Kind: Hashable, Sendable {
    /// The calls' state.
    package let state: CallState
    /// The calls' direction.
    package let direction: Direction
    /// The calls' provider.
    package let provider: ProviderID
  }

  /// The number of lines with visible calls.
  package private(set) var lines = 0
  /// The number of visible calls.
  package private(set) var calls = 0
  private var known: [Kind: Int] = [:]
  /// The kind of the newest calls, which are not in `known` yet: a comparison costs less than a hash.
  private var newest: Kind?
  private var count = 0

  /// Creates an empty tally.
  package init() {}

  /// The number of calls of each kind that has any.
  package var counts: [Kind: Int] {
    var counts = known
    if let newest { counts[newest, default: 0] += count }
    return counts
  }

  /// The number of calls of each provider that has any.
  package var providers: [ProviderID: Int] { counts.reduce(into: [:]) { $0[$1.key.provider, default: 0] += $1.value } }

  /// Counts the visible calls of a line, as its snapshot has them.
  package mutating func add(_ line: Line) {
    let before = calls
    let legs = line.shownTable.legs
    for place in legs.indices where legs[place].isVisible {
      add(Kind(state: legs[place].state, direction: legs[place].direction, provider: legs[place].provider))
    }
    if calls > before { lines += 1 }
  }

  private mutating func add(_ kind: Kind) {
    calls += 1
    if kind == newest {
      count += 1
      return
    }
    if let newest { known[newest, default: 0] += count }
    (newest, count) = (kind, 1)
  }
}
