internal import Hookswitch
internal import Locking

// Recordings and audio routes.
extension HostDriver {
  #if HOOKSWITCH_SOUND
    /// Begins a recording once the engine has the call, some milliseconds after it became active; waits a second at most.
    func record(_ number: Int, _ call: CallID, _ asGroup: Bool, _ path: String) {
      let (host, deliver, recordings) = (host, deliver, recordings)
      Task {
        for _ in 0..<100 where host.audioCounters != nil && host.call(call) != nil && host.audioCounters(of: call) == nil {
          try? await Task.sleep(for: .milliseconds(10))
        }
        do {
          let recording = try host.record(call, asGroup: asGroup, to: path)
          recordings.withLock { $0[call] = recording }
          deliver(.answered(number, .done))
        } catch {
          deliver(.answered(number, .notRecorded("\(error)")))
        }
      }
    }

    func stopRecording(_ call: CallID) -> AskOutcome {
      guard let recording = recordings.withLock({ $0.removeValue(forKey: call) }), !recording.progress.state.isOver else {
        return .notRecorded("it is not being recorded")
      }
      recording.stop()
      return .done
    }

    static func setRoute(_ route: String?, on line: LineID, of host: CallHost) -> String? {
      do throws(HostError) {
        try host.setRoute(route.map { AudioSession.Route(rawValue: $0) }, on: line)
        return nil
      } catch {
        return error.advice
      }
    }
  #else
    private static var absence: String { "this build has no audio: build it without WITHOUT=sound" }

    /// Refuses: this build has no audio to record.
    func record(_ number: Int, _ call: CallID, _ asGroup: Bool, _ path: String) {
      deliver(.answered(number, .notRecorded(Self.absence)))
    }

    /// Refuses: this build records nothing.
    func stopRecording(_ call: CallID) -> AskOutcome { .notRecorded(Self.absence) }

    /// Refuses: this build has no audio routes.
    static func setRoute(_ route: String?, on line: LineID, of host: CallHost) -> String? { absence }
  #endif
}
