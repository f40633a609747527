internal import TransportKit

/// Features of our own line: hold by hook-flash, mute and the three-way conference.
extension Exchange {
  /// Holds the active calls of a subscriber line before another call starts or is answered, as a hook-flash does.
  mutating func flash(for call: Call) {
    guard settings.isSubscriberLine else { return }
    for other in active where other != call {
      leaveGroup(other)
      parties[other]?.isHeld = true
      emit(.report(other, .held))
      tellSpeech(other)
    }
  }

  private var active: [Call] {
    parties.values.filter { $0.isActive && !$0.isHeld }.map(\.call).sorted { $0.id < $1.id }
  }

  /// Holds or resumes a call.
  mutating func setHeld(_ call: Call, _ held: Bool) {
    guard parties[call]?.isHeld != held else { return }
    parties[call]?.isHeld = held
    tellSpeech(call)
  }

  mutating func setMuted(_ call: Call, _ muted: Bool) {
    parties[call]?.isMuted = muted
    tellSpeech(call)
  }

  mutating func setGroup(of call: Call, with other: Call?) throws(TransportError) {
    guard let other else { return leaveGroup(call) }
    guard let partner = parties[other], parties[call] != nil else { throw TransportError(.noSuchCall) }
    if settings.isSubscriberLine, parties.values.contains(where: { $0.group != 0 && $0.call != call && $0.call != other }) {
      throw TransportError(.busy, "this line allows one conference, of three", domain: "mock-pstn")
    }
    var group = partner.group
    if group == 0 {
      lastGroup += 1
      group = lastGroup
      parties[other]?.group = group
    }
    if parties[call]?.group != group { leaveGroup(call) }
    parties[call]?.group = group
  }

  /// Takes the call out of its group, and dissolves a group of one.
  mutating func leaveGroup(_ call: Call) {
    guard let group = parties[call]?.group, group != 0 else { return }
    parties[call]?.group = 0
    let rest = parties.values.filter { $0.group == group }
    if let last = rest.first, rest.count == 1 { parties[last.call]?.group = 0 }
  }
}
