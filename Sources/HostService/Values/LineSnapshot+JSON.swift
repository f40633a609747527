package import CallControl
internal import FoundationEssentials
package import HostSurface
package import StrictJSON

/// A line as a `Line` of the host surface.
struct LineContent: JSONWritable {
  /// The line.
  let snapshot: LineSnapshot
  /// The relation of the line's instants to the time of day.
  let clock: WallClock
  /// The calls that the host records.
  var recorded: Set<CallID> = []

  func write(to writer: inout JSONWriter) {
    let hasReason = snapshot.audioReason != nil
    writer.object { writer in
      writer.member("line", snapshot.line.rawValue)
      writer.member("revision", snapshot.revision)
      writer.member("front", snapshot.front?.rawValue)
      writer.name(fixed: "calls")
      writer.array { writer in
        for call in snapshot.calls {
          CallContent(call: call, clock: clock, isRecording: recorded.contains(call.uuid)).write(to: &writer)
        }
      }
      writer.name(fixed: "audioOwners")
      writer.array { writer in for owner in snapshot.audioOwners { writer.string(owner.rawValue) } }
      writer.member("audioReason", snapshot.audioReason?.rawValue)
      writer.member("audioSince", hasReason ? clock.time(of: snapshot.audioSince) : nil)
      writer.member("doNotDisturb", snapshot.doNotDisturb)
    }
  }
}

extension LineSnapshot {
  /// The line as a `Line` of the host surface.
  ///
  /// - Parameters:
  ///   - clock: the relation of the line's instants to the time of day.
  ///   - recorded: the calls that the host records.
  package func json(by clock: WallClock, recorded: Set<CallID> = []) -> JSONValue {
    JSONValue(writing: LineContent(snapshot: self, clock: clock, recorded: recorded))
  }

  /// Returns the line as the value of its state.
  ///
  /// - Parameters:
  ///   - clock: the relation of the line's instants to the time of day.
  ///   - recorded: returns the calls that the host records, when the first reader wants the value.
  package func content(by clock: WallClock, recorded: @escaping @Sendable () -> Set<CallID>) -> StateContent {
    StateContent { LineContent(snapshot: self, clock: clock, recorded: recorded()) }
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
