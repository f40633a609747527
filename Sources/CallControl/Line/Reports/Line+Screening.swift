extension Line {
  /// I8: asks all screeners at once; the call is shown to no other program yet.
  mutating func screen(_ leg: Leg) {
    table.legs.append(leg)
    let index = table.legs.count - 1
    table.legs[index].state = .screening
    emit(.entered(leg.id, .screening))
    let deadline = now.advanced(by: table.limit(.screen, leg.provider))
    screenings.append(
      Screening(
        call: leg.id, open: table.policy.screeners, deadline: deadline,
        ownDeadlines: table.policy.screenDeadlines.mapValues { now.advanced(by: $0) }))
    for screener in table.policy.screeners { emit(.screen(screener, leg.id)) }
  }

  /// Receives a verdict; one that is late or was not asked for is stale.
  mutating func receive(_ verdict: ScreenVerdict, on call: CallID, by screener: ScreenerID, _ caller: ScreenedCaller?) {
    guard let place = screenings.firstIndex(where: { $0.call == call }),
      let asked = screenings[place].open.firstIndex(of: screener)
    else { return emit(.disregardedVerdict(screener, call, verdict)) }
    emit(.screened(screener, call, verdict))
    screenings[place].open.remove(at: asked)
    if let caller { screenings[place].callers[screener] = caller }
    if verdict.strictness > screenings[place].strictest.strictness { screenings[place].strictest = verdict }
    if verdict == .block {
      identify(call, screenings.remove(at: place).callers)
      guard let index = table.index(of: call) else { return }
      refuse(table.remove(at: index), CallError(.filteredByScreener), screener: screener)
    } else {
      decideIfAllAnswered(place)
    }
  }

  /// Counts `continue` for screeners that did not answer in time.
  mutating func stopScreening(_ screening: Screening) {
    guard let place = screenings.firstIndex(where: { $0.call == screening.call }) else { return }
    let late = screenings[place].open.filter { screening.deadline(of: $0) <= now }
    for screener in late { emit(.screenTimedOut(screener, screening.call)) }
    screenings[place].open.removeAll { late.contains($0) }
    decideIfAllAnswered(place)
  }

  private mutating func decideIfAllAnswered(_ place: Int) {
    guard screenings[place].open.isEmpty else { return }
    let screening = screenings.remove(at: place)
    identify(screening.call, screening.callers)
    guard let index = table.index(of: screening.call) else { return }
    if screening.strictest == .silence { table.legs[index].marks.insert(.silenced) }
    show(at: index)
  }

  /// Sets the name and the label that screeners gave; the first screener in the policy takes precedence.
  private mutating func identify(_ call: CallID, _ callers: [ScreenerID: ScreenedCaller]) {
    guard !callers.isEmpty, let index = table.index(of: call) else { return }
    func text(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : String($0.prefix(ScreenedCaller.textLimit)) } }
    for screener in table.policy.screeners.reversed() {
      guard let caller = callers[screener] else { continue }
      if let name = text(caller.name) { table.legs[index].name = name }
      guard let label = text(caller.label) else { continue }
      table.legs[index].boxedDetails.details.label = label
      table.legs[index].boxedDetails.details.labelSource = screener
    }
  }

  /// Refuses the calls being screened, since an emergency was accepted, or the line moved.
  mutating func refuseScreened(_ error: CallError) {
    for screening in screenings {
      guard let index = table.index(of: screening.call) else { continue }
      let leg = table.remove(at: index)
      refuse(leg, forwarding(error, leg), screener: nil)
    }
    screenings = []
  }
}
