/// An immutable snapshot of a line, with a revision number.
public struct LineSnapshot: Hashable, Codable, Sendable {
  /// The line's id.
  public let line: LineID
  /// The revision, which grows with each visible change.
  public let revision: UInt64
  /// The visible calls, the oldest first.
  public let calls: [Call]
  /// The front group, if any.
  public let front: GroupID?
  /// The providers that own the line's audio.
  public let audioOwners: [ProviderID]
  /// The reason for the last change of audio; nil before the first.
  public let audioReason: AudioReason?
  /// The time of that change, on the host's clock.
  public let audioSince: Instant
  /// True while do-not-disturb is on.
  public let doNotDisturb: Bool

  /// The call with this id, if visible.
  public subscript(call: CallID) -> Call? {
    calls.first { $0.uuid == call }
  }

  /// The groups, each with its calls, in the order of their oldest calls; ringing and ending calls are left out.
  public var groups: [[Call]] {
    var groups: [(id: GroupID, calls: [Call])] = []
    for call in calls where call.state != .ringing && call.state != .ending {
      if let known = groups.firstIndex(where: { $0.id == call.group }) {
        groups[known].calls.append(call)
      } else {
        groups.append((call.group, [call]))
      }
    }
    return groups.map(\.calls)
  }
}

extension Line {
  /// A snapshot of the line now.
  public var snapshot: LineSnapshot {
    // Most lines withhold nothing, and then no copy of the table is needed.
    withheld.isEmpty ? picture(of: table) : picture(of: shownTable)
  }

  /// A snapshot that includes the changes of a swap, merge or split under way.
  package var unsettledSnapshot: LineSnapshot { picture(of: table) }

  private func picture(of table: CallTable) -> LineSnapshot {
    var calls: [Call] = []
    calls.reserveCapacity(table.legs.count)
    let waiting = waitingAnswers
    for place in table.legs.indices where table.legs[place].isVisible {
      // I4: the choices reflect the true state, whatever is withheld.
      let choices = table.legs[place].state == .ringing ? self.table.answerChoices(forCallAt: place, waitingAnswers: waiting) : [:]
      calls.append(
        Call(table.legs[place], line: id, providerName: table.roster.localizedName(of: table.legs[place].provider), choices: choices))
    }
    return LineSnapshot(
      line: id, revision: revision, calls: calls, front: table.front(), audioOwners: audioOwners, audioReason: audioReason,
      audioSince: audioSince, doNotDisturb: doNotDisturb)
  }
}
