package import CallControl
internal import FoundationEssentials
package import HostSurface
package import StrictJSON

extension LineSnapshot {
  /// The line as a `Line` of the host surface.
  ///
  /// - Parameters:
  ///   - clock: the relation of the line's instants to the time of day.
  ///   - recorded: the calls that the host records.
  package func json(by clock: WallClock, recorded: Set<CallID> = []) -> JSONValue {
    .object(of: [
      "line": .string(line.rawValue), "revision": .integer(revision), "front": front.map { .integer($0.rawValue) },
      "calls": .array(calls.map { $0.json(by: clock, isRecording: recorded.contains($0.uuid)) }),
      "audioOwners": .strings(audioOwners.map(\.rawValue)), "audioReason": audioReason.map { .string($0.rawValue) },
      "audioSince": audioReason == nil ? nil : .string(clock.time(of: audioSince).description), "doNotDisturb": .bool(doNotDisturb),
    ])
  }
}

extension CallReference {
  /// Finds the call among the live ones.
  ///
  /// A whole id is returned as it is, also of a call that has ended: the line answers for it (A12, E1).
  ///
  /// - Parameter lines: the snapshots of all lines; `main` among them has the calls that words name.
  /// - Throws: `unknownCallUUID` when no call fits, `ambiguous` with the calls when several do.
  package func resolved(in lines: [LineSnapshot]) throws(MethodError) -> CallID {
    let found: [CallID]
    switch self {
    case .id(let call): return call
    case .prefix: found = lines.flatMap(\.calls).map(\.uuid).filter(fits)
    case .word(let word):
      let calls = lines.first { $0.line == .main }?.calls.filter { word.admits($0.state) } ?? []
      // The snapshot has the oldest first; of two with one time the later one is newer.
      found =
        calls.reduce(nil as Call?) { newest, call in newest.map { $0.began > call.began } ?? false ? newest : call }.map { [$0.uuid] } ?? []
    }
    guard let call = found.first else {
      var refusal = CallError(.unknownCallUUID).refusal
      refusal = MethodError(number: refusal.number, message: "no live call is \"\(name)\"", data: refusal.data)
      throw refusal
    }
    guard found.count == 1 else {
      throw MethodError(
        .ambiguous, "\(found.count) live calls begin with \"\(name)\"; give more digits",
        ["what": .string("call"), "name": .string(name), "calls": .strings(found.map(\.uuidString))])
    }
    return call
  }

  private var name: String {
    switch self {
    case .id(let call): call.uuidString
    case .prefix(let digits): digits
    case .word(let word): word.rawValue
    }
  }
}

extension CallReference.Word {
  fileprivate func admits(_ state: CallState) -> Bool {
    switch self {
    case .active: state == .active
    case .held: state == .held
    case .ringing: state == .ringing
    case .newest: true
    }
  }
}
