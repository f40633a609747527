internal import Hookswitch

/// The story with its parts assigned: each command as a user types it.
struct DemoPlaybook: Equatable, Sendable {
  var chapters: [DemoChapter]

  /// Replaces the parts in the story by the players' names and numbers.
  ///
  /// A chapter for guests is repeated for each guest, and left out when there is none.
  ///
  /// - Parameters:
  ///   - recording: the file for the story's recording.
  ///   - kills: true when the transport that dies runs in a process of its own.
  init(_ story: [DemoChapter], _ cast: DemoCast, recording: String, kills: Bool) {
    let deed = kills ? "kills the process of {far}" : "removes {far}"
    chapters = story.flatMap { chapter -> [DemoChapter] in
      var chapter = chapter
      chapter.text = chapter.text.replacing("{kills}", with: deed)
      guard chapter.isForGuests else { return [Self.fill(chapter, cast, recording, guest: nil)] }
      return cast.players(of: .guest).map { Self.fill(chapter, cast, recording, guest: $0) }
    }
  }

  private static func fill(_ chapter: DemoChapter, _ cast: DemoCast, _ recording: String, guest: DemoCast.Player?) -> DemoChapter {
    let players = cast.players.filter { $0.role != .guest } + (guest.map { [$0] } ?? [])
    func fill(_ text: String) -> String {
      players.reduce(text.replacing("{recording}", with: recording)) { text, player in
        let text = text.replacing("{\(player.role.rawValue)}", with: player.name)
        return DemoOffer.Number.allCases.reduce(text) { text, number in
          text.replacing("{\(player.role.rawValue).\(number.rawValue)}", with: player.offer.numbers[number] ?? "")
        }
      }
    }
    var filled = chapter
    filled.title = fill(chapter.title)
    filled.text = fill(chapter.text)
    filled.steps = chapter.steps.map { step in
      var step = step
      switch step.deed {
      case .command(let line): step.deed = .command(fill(line))
      case .quietly(let line): step.deed = .quietly(fill(line))
      case .lose, .listen: break
      }
      return step
    }
    return filled
  }
}

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
