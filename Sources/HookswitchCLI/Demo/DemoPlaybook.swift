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
