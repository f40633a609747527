internal import CallControl

extension AudioDirector {
  /// U1: opens the line's device with its route, then reports to the provider; media flows after the report.
  mutating func activate(_ provider: ProviderID, on line: LineID, _ reason: AudioReason) {
    stage(line) { stage in
      stage.activations[provider] = .decided
      if !stage.owners.contains(provider) { stage.owners.append(provider) }
    }
    matchRoute(of: line)
    setDevice(of: line, isNeeded: true)
    effects.append(.tellActivated(provider, line, reason))
  }

  /// Handles the provider's completion of the report: its ports may be connected and heard.
  mutating func told(_ provider: ProviderID, on line: LineID) {
    guard lines[line]?.activations[provider] != nil else { return }
    stage(line) { $0.activations[provider] = .told }
    connect(line)
  }

  /// U1: removes the provider's audio from the scene before the report to the provider.
  mutating func deactivate(_ provider: ProviderID, on line: LineID, _ reason: AudioReason) {
    stage(line) { stage in
      stage.activations[provider] = nil
      stage.owners.removeAll { $0 == provider }
    }
    restage()
    effects.append(.tellDeactivated(provider, line, reason))
  }

  /// Handles a provider that starts or stops carrying audio; when it stops, its ports are closed.
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
