internal import CallAudio
internal import CallControl
internal import Dispatch
internal import HookswitchCore
internal import Locking

extension AudioConsole {
  /// Applies the director's scene with the available rings.
  ///
  /// Members without rings are left out; another scene follows when they get them.
  func play() {
    let scene = desk.withLock { $0.director.scene }
    let mix = MixScene(groups: scene.groups.flatMap { groups($0) }, clocks: scene.carriers.sorted().compactMap { carrier($0)?.clock })
    desk.withLock { desk in
      let lines = Set(scene.groups.lazy.filter { $0.sound != nil }.map(\.line))
      for line in desk.tracks.keys where !lines.contains(line) { desk.tracks[line] = nil }
    }
    do {
      try engine.apply(mix)
    } catch {
      // The previous scene stays in force.
      desk.withLock { $0.faults += 1 }
    }
    releaseOldTaps()
    setRunning(!mix.groups.isEmpty || !mix.clocks.isEmpty)
  }

  /// Starts the audio thread for the first audible scene, and stops it after the last.
  ///
  /// On its own lane, because requesting real time may take seconds where the kernel refuses it.
  private func setRunning(_ isNeeded: Bool) {
    guard tickSource == .thread else { return }
    let hasChanged = desk.withLock { desk in
      defer { desk.isRunning = isNeeded }
      return desk.isRunning != isNeeded
    }
    guard hasChanged else { return }
    threadLane.async { [engine, desk] in
      guard isNeeded else { return engine.stop() }
      do throws(AudioEngineError) {
        try engine.start()
      } catch {
        // The next scene tries again.
        desk.withLock { $0.isRunning = false }
      }
    }
  }

  private func groups(_ group: AudioScene.Group) -> [MixGroup] {
    let (port, legs, talkers) = desk.withLock { desk in
      (
        (desk.seats[group.line] ?? nil)?.port, group.members.map { desk.legs[$0.call]?.leg },
        group.programs.map { desk.programs[$0.id]?.leg }
      )
    }
    let tap = self.tap(of: group.recording)
    // A recording keeps its rate; otherwise use the best rate of the members.
    let rate = tap?.ring.rate ?? group.members.map(\.rate).max() ?? .fullband
    var mix = MixGroup(rate: rate, device: group.hasDevice ? port : nil, recording: tap)
    for (member, leg) in zip(group.members, legs) {
      guard let leg else { continue }
      let own = self.tap(of: member.recording)
      mix.members.append(
        MixMember(
          leg, isMuted: !member.hearsDevice, hears: member.hears, speaks: member.speaks, recording: own?.ring.rate == leg.rate ? own : nil,
          listening: member.listeners.compactMap { self.tap(ofListener: $0, leg.rate) }))
    }
    for (program, leg) in zip(group.programs, talkers) {
      guard let leg else { continue }
      mix.members.append(MixMember(leg, isMuted: !program.hearsDevice, speaks: program.speaks))
    }
    if mix.device != nil, let sound = group.sound { mix.loops = [track(of: sound, on: group.line, rate)] }
    return (group.isAlone ? apart(mix) : [mix]).filter { !$0.members.isEmpty || !$0.loops.isEmpty }
  }

  /// Returns the calls and programs without the device, and the device with its sound alone.
  private func apart(_ mix: MixGroup) -> [MixGroup] {
    var (calls, person) = (mix, mix)
    calls.device = nil
    calls.loops = []
    person.members = []
    person.recording = nil
    return [calls, person]
  }

  private func tap(of recording: RecordingID?) -> RecordingTap? {
    recording.flatMap { id in desk.withLock { $0.taps[id]?.tap } }
  }

  private func track(of sound: LineSound, on line: LineID, _ rate: AudioRate) -> LoopTrack {
    if let present = desk.withLock({ $0.tracks[line] }), present.sound == sound, present.track.loop.rate == rate { return present.track }
    let loop: SampleLoop
    if case .ringtone(let provider, _) = sound, let host {
      loop = settings.sounds.loop(of: sound, rate: rate, file: host.configuration(of: provider).ringtoneSound) { error in
        host.note(provider, "ringtone", "\(error) The bell rings instead.")
      }
    } else {
      loop = settings.sounds.loop(of: sound, rate: rate)
    }
    let track = LoopTrack(loop, for: .device)
    desk.withLock { $0.tracks[line] = SoundTrack(sound: sound, track: track) }
    return track
  }
}
