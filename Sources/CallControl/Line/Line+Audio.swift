extension Line {
  /// U1–U3: gives the audio of a settled line to the front group's providers, deactivating the old owner before activating the new one.
  mutating func updateAudio() {
    guard let owners = desiredOwners else { return }
    let left = audioLeft
    audioLeft = nil
    guard owners != audioOwners else { return }
    let stays = audioOwners.contains { owners.contains($0) }
    let isSwap = left == .held && !stays && !audioOwners.isEmpty && owners.contains { comesBack($0) }
    for provider in audioOwners where !owners.contains(provider) {
      deactivateAudio(of: provider, isSwap ? .swapped : left ?? .ended)
    }
    for provider in owners where !audioOwners.contains(provider) {
      let reason: AudioReason = stays ? .merged : isSwap ? .swapped : reasonToActivate(provider)
      emit(.activateAudio(provider, reason))
      noteAudioChange(reason)
    }
    audioOwners = owners
  }

  /// Takes the audio away from a provider that has it.
  mutating func deactivateAudio(of provider: ProviderID, _ reason: AudioReason) {
    emit(.deactivateAudio(provider, reason))
    noteAudioChange(reason)
  }

  private mutating func noteAudioChange(_ reason: AudioReason) {
    audioReason = reason
    audioSince = now
    isDirty = true
  }

  /// Notes why a call left the front; its provider receives the reason once the plan has settled.
  mutating func noteAudioLeft(_ reason: AudioReason) {
    if !audioOwners.isEmpty { audioLeft = reason }
  }

  /// The providers that should have the audio; nil to leave it unchanged while an End of the front call awaits its answer.
  private var desiredOwners: [ProviderID]? {
    let legs = table.legs
    guard let first = legs.indices.first(where: { table.legs[$0].carriesAudio }) else {
      return !table.isFrontLeaving && table.front() == nil ? [] : nil
    }
    let front = legs[first].group
    func isHeard(_ index: Int) -> Bool { legs[index].group == front && legs[index].carriesAudio }
    if audioOwners.count == 1, legs.indices.allSatisfy({ !isHeard($0) || legs[$0].provider == audioOwners[0] }) {
      return audioOwners
    }
    var owners: [ProviderID] = []
    for index in legs.indices where isHeard(index) && !owners.contains(legs[index].provider) { owners.append(legs[index].provider) }
    return owners
  }

  private func comesBack(_ provider: ProviderID) -> Bool {
    reasonToActivate(provider) == .resumed
  }

  /// Returns the reason for a provider's activation: a held call returned, or a call was answered or started.
  private func reasonToActivate(_ provider: ProviderID) -> AudioReason {
    let heard = table.legs.indices.filter { table.legs[$0].carriesAudio && table.legs[$0].provider == provider }
    if heard.contains(where: { table.legs[$0].heldOrder > 0 }) { return .resumed }
    return heard.contains { table.legs[$0].direction == .incoming } ? .answered : .started
  }
}
