extension Line {
  /// U1–U3: when a plan has settled the audio belongs to the providers of the front group; the old owner is told before the new one.
  mutating func updateAudio() {
    guard let owners = desiredOwners else { return }
    for provider in audioOwners where !owners.contains(provider) { emit(.deactivateAudio(provider)) }
    for provider in owners where !audioOwners.contains(provider) { emit(.activateAudio(provider)) }
    audioOwners = owners
  }

  /// Whose the audio should be; nil: whose it is, because an End of the front call is not answered yet.
  private var desiredOwners: [ProviderID]? {
    guard let front = table.legs.first(where: \.carriesAudio)?.group else {
      return table.leavingFront == nil && table.front() == nil ? [] : nil
    }
    if audioOwners.count == 1, table.legs.allSatisfy({ $0.group != front || !$0.carriesAudio || $0.provider == audioOwners[0] }) {
      return audioOwners
    }
    var owners: [ProviderID] = []
    for leg in table.legs where leg.group == front && leg.carriesAudio && !owners.contains(leg.provider) { owners.append(leg.provider) }
    return owners
  }
}
