internal import CallControl

/// A line's notes for the recorder: the calls under way as they were noted last.
struct LineNotes: Sendable {
  private var known: [CallID: CallNote] = [:]
  /// The persons and programs that started, answered or declined calls under way.
  private var actors: [CallID: String] = [:]

  /// Returns the notes of a turn, in the order of its effects.
  mutating func take(_ event: LineEvent, _ effects: [LineEffect], of line: Line) -> [CallNote] {
    var notes: [CallNote] = []
    if case .request(let request, _) = event, request.actor != nil { noteActor(of: request, effects) }
    // Loop over indices: a loop over the elements copies each effect out of the array.
    for index in effects.indices {
      switch effects[index] {
      case .entered(let call, let state) where state != .screening: enter(call, of: line, &notes)
      case .show(_, let call): enter(call, of: line, &notes)
      case .log(let record): end(record, on: line.id, &notes)
      default: break
      }
    }
    if known.isEmpty, !actors.isEmpty { actors = [:] }
    return notes
  }

  /// Remembers who asked; a refused request decides nothing.
  private mutating func noteActor(of request: CallRequest, _ effects: [LineEffect]) {
    let isAccepted = effects.contains { if case .accepted(request.id, _) = $0 { true } else { false } }
    guard isAccepted else { return }
    for call in request.body.decidedCalls where actors[call] == nil { actors[call] = request.actor }
  }

  private mutating func enter(_ call: CallID, of line: Line, _ notes: inout [CallNote]) {
    // A call that ended in the same turn has its last note from `end`.
    guard var note = line.note(.begun, of: call) else { return }
    note.actor = actors[call]
    let old = known[call]
    if old == nil { notes.append(note) }
    if note.record.connected != nil, old?.record.connected == nil {
      note.step = .connected
      notes.append(note)
    }
    known[call] = note
  }

  private mutating func end(_ record: CallRecord, on line: LineID, _ notes: inout [CallNote]) {
    let old = known.removeValue(forKey: record.call)
    let step: CallNote.Step = old == nil && record.refusal != nil ? .refused : .ended
    var note = old ?? CallNote(step, line: line, record: record)
    note.step = step
    note.record = record
    note.actor = actors.removeValue(forKey: record.call)
    notes.append(note)
    // Most of a hundred thousand lines are idle: they free this memory.
    if known.isEmpty { known = [:] }
  }
}
