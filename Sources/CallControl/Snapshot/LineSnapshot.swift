/// A line as observers see it: an immutable picture with a revision number.
public struct LineSnapshot: Hashable, Codable, Sendable {
  /// Its name.
  public let line: LineID
  /// Grows with each change that can be seen.
  public let revision: UInt64
  /// The calls that are shown, the oldest first.
  public let calls: [Call]
  /// The group in front; nil: nobody is.
  public let front: GroupID?
  /// Whose the line's audio is.
  public let audioOwners: [ProviderID]
  /// Why the audio changed hands last; nil: it never did.
  public let audioReason: AudioReason?
  /// When that was, on the host's clock.
  public let audioSince: Instant
  /// Whether do-not-disturb is on.
  public let doNotDisturb: Bool

  /// The call of that name; nil when it is not shown.
  public subscript(call: CallID) -> Call? {
    calls.first { $0.uuid == call }
  }

  /// The groups, each with its calls, in the order of their oldest calls; ringing and ending calls are in none.
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
  /// A picture of the line as it is now.
  public var snapshot: LineSnapshot { picture(of: shownTable) }

  /// A picture of the line with what a swap, a merge or a split under way has changed already.
  package var unsettledSnapshot: LineSnapshot { picture(of: table) }

  private func picture(of table: CallTable) -> LineSnapshot {
    var calls: [Call] = []
    calls.reserveCapacity(table.legs.count)
    let waiting = waitingAnswers
    for place in table.legs.indices where table.legs[place].isVisible {
      // I4: what Answer could do is told as it is, whatever is withheld.
      let choices = table.legs[place].state == .ringing ? self.table.answerChoices(forCallAt: place, waitingAnswers: waiting) : [:]
      calls.append(Call(table.legs[place], providerName: table.roster.localizedName(of: table.legs[place].provider), choices: choices))
    }
    return LineSnapshot(
      line: id, revision: revision, calls: calls, front: table.front(), audioOwners: audioOwners, audioReason: audioReason,
      audioSince: audioSince, doNotDisturb: doNotDisturb)
  }
}
