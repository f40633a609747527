internal import Hookswitch

/// One step of the story: a command line as one would type it in `hookswitch run`, and what must come of it.
struct DemoStep: Equatable, Sendable {
  /// What is done.
  enum Deed: Equatable, Sendable {
    /// A command line; `{near}` is a provider's name, `{near.answers}` one of its numbers.
    case command(String)
    /// The same, not shown: waiting for something that was not typed for.
    case quietly(String)
    /// So many seconds pass, in which something can be heard.
    case listen(Int)
    /// The provider of this part is taken away from under the host, as a crash would.
    case lose(DemoRole)
  }

  /// How a command must go.
  enum Outcome: Equatable, Sendable {
    case done
    case refused(CallError.Code)
    case failed(CallError.Code)
  }

  var deed: Deed
  var outcome = Outcome.done
  /// The states that calls must be in soon after: `["c1 held", "c2 active"]`.
  var then: [String] = []
}

/// A few steps that show one thing, and the rule behind them.
struct DemoChapter: Equatable, Sendable {
  var title: String
  /// What happens and why, for somebody who sees it for the first time.
  var text: String
  /// The rules at work, by their ids in docs/arbitration.md.
  var rules: [String]
  var steps: [DemoStep]
  /// Told once for each guest, with `{guest}` for its name.
  var isForGuests = false
}
