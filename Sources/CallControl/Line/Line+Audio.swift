extension Line {
  /// U1–U3: when a plan has settled the audio belongs to the providers of the front group; the old owner is told before the new one.
  mutating func updateAudio() {
    guard let owners = desiredOwners, owners != audioOwners else { return }
    for provider in audioOwners where !owners.contains(provider) { emit(.deactivateAudio(provider)) }
    for provider in owners where !audioOwners.contains(provider) { emit(.activateAudio(provider)) }
    audioOwners = owners
    isDirty = true
  }

  /// Whose the audio should be; nil: whose it is, because an End of the front call is not answered yet.
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
}
