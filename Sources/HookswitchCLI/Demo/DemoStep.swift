internal import Hookswitch

/// One step of the story: a command as in `hookswitch run`, and its expected outcome.
struct DemoStep: Equatable, Sendable {
  /// The action of a step.
  enum Deed: Equatable, Sendable {
    /// A command line; `{near}` stands for a provider's name, `{near.answers}` for one of its numbers.
    case command(String)
    /// A command line that is not shown, usually a wait for an event.
    case quietly(String)
    /// A pause of so many seconds, in which audio can be heard.
    case listen(Int)
    /// The death of a part's transport, without the host's help: a kill of its process, or the removal of its instance.
    case lose(DemoRole)
  }

  /// The expected outcome of a command.
  enum Outcome: Equatable, Sendable {
    case done
    case refused(CallError.Code)
    case failed(CallError.Code)
  }

  var deed: Deed
  var outcome = Outcome.done
  /// The states that calls must reach soon after, such as `["c1 held", "c2 active"]`.
  var then: [String] = []
}

/// A few steps that show one thing, and the rules behind them.
struct DemoChapter: Equatable, Sendable {
  var title: String
  /// An explanation of the events for a first reader.
  var text: String
  /// The ids of the rules in docs/arbitration.md.
  var rules: [String]
  var steps: [DemoStep]
  /// True for a chapter that is repeated for each guest, with `{guest}` for its name.
  var isForGuests = false
}
