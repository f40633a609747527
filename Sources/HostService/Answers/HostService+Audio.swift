internal import CallControl
internal import FoundationEssentials
internal import Hookswitch
internal import HookswitchCore
internal import HostSurface
internal import Locking
internal import StrictJSON

// The methods about audio and recordings.
extension HostService {
  /// Returns the audio of the line that a call names; the text door also gets the chosen route and the engine's counters.
  func audio(_ call: MethodCall) -> JSONValue {
    let line = LineID(rawValue: call.parameters.text("line"))
    let value = lineAudio(line)
    guard call.isText else { return value }
    let snapshot = host.snapshot(of: line)
    let seconds = snapshot.audioReason == nil ? nil : snapshot.audioSince.duration(to: host.clock.now).components.seconds
    #if HOOKSWITCH_SOUND
      let engine = host.audioCounters.map { counters in
        JSONValue.object(of: [
          "ticks": .integer(counters.ticks), "late": .integer(counters.late), "skipped": .integer(counters.skipped),
          "legs": .integer(counters.legs), "groups": .integer(counters.groups),
          "thread": host.audioScheduling.map { .string($0.description) },
        ])
      }
      let chosen = host.audio(of: line).chosenRoute.map { JSONValue.string($0.rawValue) }
    #else
      let (engine, chosen): (JSONValue?, JSONValue?) = (nil, nil)
    #endif
    return value.adding(["seconds": seconds.map { .integer($0) }, "chosen": chosen, "engine": engine])
  }

  /// Returns the audio of a line as `LineAudio`.
  func lineAudio(_ line: LineID) -> JSONValue {
    let snapshot = host.snapshot(of: line)
    let since = snapshot.audioReason == nil ? nil : wallClock.time(of: snapshot.audioSince)
    var members: [(String, JSONValue?)] = [
      ("line", .string(line.rawValue)), ("owners", .strings(snapshot.audioOwners.map(\.rawValue))),
      ("reason", snapshot.audioReason.map { .string($0.rawValue) }), ("since", since.map { .string($0.description) }),
    ]
    #if HOOKSWITCH_SOUND
      let audio = host.audio(of: line)
      members += [
        ("route", audio.route.map { .string($0.rawValue) }), ("routes", .strings(audio.routes.map(\.rawValue))),
        ("input", audio.device?.path?.input.flatMap { .string($0) }), ("output", audio.device?.path?.output.flatMap { .string($0) }),
        ("silent", Self.silence(audio).map { .string($0) }),
      ]
    #else
      members += [("routes", .array([])), ("silent", .string(Self.absence))]
    #endif
    return .object(members.compactMap { name, value in value.map { JSONValue.Member(name: name, value: $0) } })
  }

  #if HOOKSWITCH_SOUND
    /// Returns the reason why a line has no audio; nil while it has.
    private static func silence(_ audio: LineAudio) -> String? {
      if let failure = audio.deviceFailure { return failure.advice }
      guard case .absent(let sentence)? = audio.device else { return nil }
      return sentence
    }
  #endif

  func setRoute(_ parameters: Parameters) throws(MethodError) -> JSONValue {
    let line = LineID(rawValue: parameters.text("line"))
    #if HOOKSWITCH_SOUND
      let route = parameters.text("route")
      do throws(HostError) {
        // The empty text withdraws the choice.
        try host.setRoute(route.isEmpty ? nil : AudioSession.Route(rawValue: route), on: line)
      } catch {
        throw MethodError(.notFound, error.description, ["what": "route", "name": .string(route), "reason": .string(error.advice)])
      }
      return lineAudio(line)
    #else
      throw Self.noAudio("audio.setRoute")
    #endif
  }

  private static var absence: String { "this build has no audio: build it without WITHOUT=sound" }

  /// The error of a method about audio in a build without audio.
  static func noAudio(_ method: String) -> MethodError {
    MethodError(.wrongState, absence, ["what": "method", "name": .string(method)])
  }
}

/// The recordings of a host, by their calls.
final class RecordingTable: Sendable {
  private struct Entry: Sendable {
    let isGroup: Bool
    #if HOOKSWITCH_SOUND
      let recording: CallRecording
    #endif
  }

  private let entries = Locked<[CallID: Entry]>([:])

  #if HOOKSWITCH_SOUND
    /// The calls that are being recorded.
    var live: Set<CallID> { entries.withLock { Set($0.filter { !$0.value.recording.progress.state.isOver }.keys) } }

    func add(_ recording: CallRecording, of call: CallID, isGroup: Bool) {
      entries.withLock { entries in
        // The table keeps no recording that is over.
        entries = entries.filter { !$0.value.recording.progress.state.isOver }
        entries[call] = Entry(isGroup: isGroup, recording: recording)
      }
    }

    /// Takes the live recording of a call out of the table.
    func remove(_ call: CallID) -> (recording: CallRecording, isGroup: Bool)? {
      entries.withLock { entries in
        guard let entry = entries.removeValue(forKey: call), !entry.recording.progress.state.isOver else { return nil }
        return (entry.recording, entry.isGroup)
      }
    }
  #else
    var live: Set<CallID> { [] }
  #endif
}

extension HostService {
  #if HOOKSWITCH_SOUND
    /// Begins a recording, once the audio engine has the call, some milliseconds after it became active.
    func record(_ call: MethodCall) async throws(MethodError) -> JSONValue {
      let id = try resolve(call.parameters.reference("call"))
      let path = try recordingPath(call, id)
      let isGroup = call.parameters.bool("group")
      let end = host.clock.now.advanced(by: .seconds(1))
      while host.audioCounters != nil, host.call(id) != nil, host.audioCounters(of: id) == nil, host.clock.now < end {
        try? await Task.sleep(for: .milliseconds(10))
      }
      do {
        let recording = try host.record(id, asGroup: isGroup, to: path)
        recordings.add(recording, of: id, isGroup: isGroup)
        noteRecording(path, of: id)
        return Self.json(of: recording, id, isGroup)
      } catch {
        throw notRecordable(id, "\(error)")
      }
    }

    /// The error of a recording that did not begin: `unknownCallUUID` for a call that is over, else `wrongState`, each with the reason.
    private func notRecordable(_ call: CallID, _ reason: String) -> MethodError {
      guard host.call(call) == nil else {
        return MethodError(
          .wrongState, reason, ["what": "call", "name": .string(call.uuidString), "reason": .string(reason)])
      }
      let refusal = CallError(.unknownCallUUID, [call]).refusal
      guard case .object(let members) = refusal.data else { return refusal }
      let more = JSONValue.Member(name: "reason", value: .string(reason))
      return MethodError(number: refusal.number, message: refusal.message, data: .object(members + [more]))
    }

    func stopRecording(_ parameters: Parameters) throws(MethodError) -> JSONValue {
      let id = try resolve(parameters.reference("call"))
      guard let (recording, isGroup) = recordings.remove(id) else {
        throw MethodError(.notFound, "the call is not being recorded", ["what": "recording", "name": .string(id.uuidString)])
      }
      recording.stop()
      return Self.json(of: recording, id, isGroup)
    }

    private static func json(of recording: CallRecording, _ call: CallID, _ isGroup: Bool) -> JSONValue {
      let progress = recording.progress
      return .object(of: [
        "call": .string(call.uuidString), "file": .string(recording.path), "group": .bool(isGroup),
        "state": .string(progress.state.word), "seconds": .seconds(progress.length),
      ])
    }
  #else
    func record(_ call: MethodCall) async throws(MethodError) -> JSONValue { throw Self.noAudio("call.record") }

    func stopRecording(_ parameters: Parameters) throws(MethodError) -> JSONValue { throw Self.noAudio("call.stopRecording") }
  #endif

  /// Returns the path of a new recording: the peer's own for a peer with the daemon's user, else a name in the folder of recordings.
  private func recordingPath(_ call: MethodCall, _ id: CallID) throws(MethodError) -> String {
    let folder = settings.surroundings.recordings ?? "/tmp"
    let usual = folder + "/\(String(time.description.map { $0 == ":" ? "-" : $0 }))-\(id.uuidString.prefix(8)).wav"
    guard let file = call.parameters.optionalText("file") else { return usual }
    let isOwn = call.peer.door == .text || (call.peer.uid == settings.owner && call.peer.sandbox == nil)
    if isOwn, file.hasPrefix("/") || call.peer.door == .text { return file }
    guard !file.contains("/"), !file.isEmpty, !file.hasPrefix(".") else {
      throw Self.invalid("/file", isOwn ? "an absolute path, or a name without slashes" : "a name without slashes")
    }
    return folder + "/" + file
  }
}

#if HOOKSWITCH_SOUND
  extension RecordingState {
    /// The state as one word.
    fileprivate var word: String {
      switch self {
      case .recording: "recording"
      case .paused: "paused"
      case .stopped: "stopped"
      case .failed: "failed"
      }
    }
  }
#endif
