internal import CallControl
internal import HostSurface

/// The live calls as the service last saw them: a change of a line becomes records by comparison with it.
///
/// A pure value. Each line's changes come in order; those of different lines come in any order.
struct CallRoll: Sendable {
  private struct Known: Sendable {
    var line: LineID
    var group: GroupID
    var isSilenced: Bool
  }

  /// A record to write about a call.
  struct Note: Sendable {
    let kind: CallRecordKind
    let call: Call
    /// The other calls of its group, for `merged`.
    var others: [CallID] = []
  }

  private var known: [CallID: Known] = [:]

  /// Takes a line's change, and returns the records of the calls that are new, joined or left a group, or were silenced.
  mutating func take(_ change: LineChangeFacts) -> [Note] {
    var notes: [Note] = []
    for call in change.changed {
      guard !call.hasEnded else {
        known[call.uuid] = nil
        continue
      }
      guard let before = known[call.uuid] else {
        known[call.uuid] = Known(line: call.line, group: call.group, isSilenced: call.isSilenced)
        notes.append(Note(kind: .added, call: call))
        continue
      }
      if call.isSilenced, !before.isSilenced { notes.append(Note(kind: .silenced, call: call)) }
      if call.group != before.group {
        let others = change.members(of: call.group).filter { $0 != call.uuid }
        notes.append(Note(kind: others.isEmpty ? .split : .merged, call: call, others: others))
      }
      known[call.uuid] = Known(line: call.line, group: call.group, isSilenced: call.isSilenced)
    }
    return notes
  }
}

/// The part of a line's change that makes records.
struct LineChangeFacts: Sendable {
  let changed: [Call]
  let calls: [Call]

  func members(of group: GroupID) -> [CallID] { calls.filter { $0.group == group }.map(\.uuid) }
}
