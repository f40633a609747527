internal import CallControl
internal import HookswitchCore

/// A program attached to a call, as the director tracks it.
struct AttachedProgram: Hashable, Sendable {
  let id: Int64
  let call: CallID
  let mode: AttachmentOptions.Mode
  let isAlone: Bool
  /// The revision of the line in which the call was seen; older snapshots lack it perhaps.
  let revision: UInt64
  var flow = AttachmentState.Flow.waiting
}

extension AudioDirector {
  /// Attaches a program; it ends at once if its call is gone already.
  mutating func attach(_ program: AttachedProgram, on line: LineID) {
    stage(line) { $0.programs.append(program) }
    programLines[program.id] = line
    endPrograms(of: line)
  }

  /// Removes a program; its rings are released afterwards.
  mutating func detachProgram(_ id: Int64) {
    if let line = programLines.removeValue(forKey: id) { stage(line) { $0.programs.removeAll { $0.id == id } } }
    effects.append(.programIsGone(id))
  }

  /// Ends the programs of calls that are no longer on their line.
  mutating func endPrograms(of line: LineID) {
    guard let stage = lines[line], !stage.programs.isEmpty else { return }
    let over = stage.programs.filter { program in
      guard let call = stage.snapshot[program.call] else { return stage.snapshot.revision >= program.revision }
      return call.hasEnded
    }
    for program in over {
      effects.append(.programEnds(program.id))
      detachProgram(program.id)
    }
  }

  /// Notes the flow of a line's programs, and returns the effects of its changes.
  mutating func followPrograms(of line: LineID) -> [AudioEffect] {
    guard let stage = lines[line], !stage.programs.isEmpty else { return [] }
    var changes: [AudioEffect] = []
    for place in stage.programs.indices {
      let program = stage.programs[place]
      let flow = flow(of: program, on: line)
      guard flow != program.flow else { continue }
      lines[line]?.programs[place].flow = flow
      changes.append(.programFollows(program.id, flow))
    }
    return changes
  }

  private func flow(of program: AttachedProgram, on line: LineID) -> AttachmentState.Flow {
    if let member = groups[line]?.members.first(where: { $0.call == program.call }) { return member.hears ? .flowing : .early }
    return lines[line]?.snapshot[program.call]?.state == .held ? .held : .waiting
  }
}

extension LineStage {
  /// Returns the programs that talk in a group of calls, in the order of their attachment.
  func talkers(among members: [AudioScene.Member]) -> [AudioScene.Program] {
    programs.filter { $0.mode == .talk }.compactMap { program in
      guard let member = members.first(where: { $0.call == program.call }) else { return nil }
      let isMuted = snapshot[program.call]?.isMuted ?? true
      return AudioScene.Program(id: program.id, hearsDevice: member.hears && !isMuted, speaks: member.hears)
    }
  }
}
