internal import CallControl

extension AudioDirector {
  /// U1: the line's device is opened and finds its way, then the provider is told; media flows once it has been.
  mutating func activate(_ provider: ProviderID, on line: LineID, _ reason: AudioReason) {
    stage(line) { stage in
      stage.activations[provider] = .decided
      if !stage.owners.contains(provider) { stage.owners.append(provider) }
    }
    matchRoute(of: line)
    setDevice(of: line, isNeeded: true)
    effects.append(.tellActivated(provider, line, reason))
  }

  /// The provider has been told: its ports may be connected, and heard.
  mutating func told(_ provider: ProviderID, on line: LineID) {
    guard lines[line]?.activations[provider] != nil else { return }
    stage(line) { $0.activations[provider] = .told }
    connect(line)
  }

  /// U1: nothing of the provider's is heard any more when it is told.
  mutating func deactivate(_ provider: ProviderID, on line: LineID, _ reason: AudioReason) {
    stage(line) { stage in
      stage.activations[provider] = nil
      stage.owners.removeAll { $0 == provider }
    }
    restage()
    effects.append(.tellDeactivated(provider, line, reason))
  }

  /// A provider that carries audio came or went; who went takes its ports with it.
  mutating func setCarrier(_ provider: ProviderID, _ isThere: Bool) {
    guard !isThere else {
      carriers.insert(provider)
      for line in lines.keys { connect(line) }
      return
    }
    carriers.remove(provider)
    for call in ports.keys where ports[call]?.provider == provider { close(call) }
  }
}
