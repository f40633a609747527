import Dispatch
import FoundationEssentials
import Hookswitch

/// Carries out the host's actions on the app's calls, and reports the network's news.
///
/// Its functions run on the main queue, where the app's state is.
@MainActor final class ProviderDelegate: Hookswitch.ProviderDelegate {
  private let callManager: ActiveCallManager
  private let network: CommunicationNetwork
  private let directory: CallDirectoryHandler
  private let host: CallHost
  private let provider: Provider
  /// True while the host has given the app the line's audio.
  private(set) var isAudioActive = false
  /// Called after each change.
  var didChange: () -> Void = {}
  /// Receives a call that is over, and the reason.
  var didEnd: (ActiveCall, String?) -> Void = { _, _ in }
  /// Receives the press of the app's own button in the call's screen.
  var didPressButton: (ActiveCall) -> Void = { _ in }

  /// The app's configuration, as in the article: name, icon, ringtone, and one call a group.
  static var providerConfiguration: ProviderConfiguration {
    var configuration = ProviderConfiguration(localizedName: "MonkeyCall audio")
    configuration.maximumCallGroups = 2
    configuration.maximumCallsPerCallGroup = 2
    // The article declares phone numbers alone and dials generic handles.
    configuration.supportedHandleTypes = [.generic, .phoneNumber]
    configuration.callButton = BananaButton.button
    return configuration
  }

  init(callManager: ActiveCallManager, network: CommunicationNetwork, directory: CallDirectoryHandler, host: CallHost) {
    (self.callManager, self.network, self.directory, self.host) = (callManager, network, directory, host)
    provider = Provider(configuration: Self.providerConfiguration, host: host)
    provider.setDelegate(self, queue: .main)
  }

  private var now: Date { host.clock.date(of: host.clock.now) }

  // MARK: incoming calls

  /// Reports a call from the network.
  ///
  /// - Returns: nil when it rings, else a sentence for the reason why it does not.
  func reportIncomingCall(uuid: UUID, handle: String) async -> String? {
    var update = CallUpdate()
    update.remoteHandle = CallDirectoryHandler.handle(handle)
    update.localizedCallerName = directory.label(of: handle)
    update.supportsHolding = network.canHold(handle)
    // Before the report: the host may ask for an answer before the report has returned.
    let call = ActiveCall(uuid: uuid, handle: handle, isOutgoing: false)
    call.label = update.localizedCallerName
    callManager.add(call)
    network.arrive(uuid)
    do {
      try await provider.reportNewIncomingCall(with: uuid, update: update)
      return nil
    } catch let error as CallError {
      if error.code != .callUUIDAlreadyExists { callManager.remove(call) }
      return Self.sentence(error, handle)
    } catch {
      callManager.remove(call)
      return "\(error)"
    }
  }

  /// One sentence for each restriction, because each has another remedy.
  static func sentence(_ error: CallError, _ handle: String) -> String {
    switch error.code {
    case .filteredByBlockList: "\(handle) is blocked; nothing rang."
    case .filteredByDoNotDisturb: "Do not disturb is on; \(handle) was not put through."
    case .callUUIDAlreadyExists: "This call of \(handle) is known already."
    case .maximumRingingCallsReached: "Another call rings; \(handle) was told that you are busy."
    default: "\(handle) could not ring: \(error.errorDescription ?? error.description)"
    }
  }

  /// The far end has hung up.
  func farEndLeft(_ call: ActiveCall) {
    end(call, call.isConnected || call.isOutgoing ? nil : "missed")
    provider.reportCall(with: call.uuid, endedAt: nil, reason: .remoteEnded)
  }

  private func end(_ call: ActiveCall, _ reason: String?) {
    call.endedOn = call.endedOn ?? now
    network.leave(call.uuid)
    callManager.remove(call)
    didEnd(call, reason)
    didChange()
  }

  // MARK: ProviderDelegate

  nonisolated func providerDidReset(_ provider: Provider) {
    MainActor.assumeIsolated {
      for call in callManager.calls { network.leave(call.uuid) }
      callManager.removeAll()
      didChange()
    }
  }

  nonisolated func provider(_ provider: Provider, perform action: StartCallAction) {
    MainActor.assumeIsolated {
      let call = ActiveCall(uuid: action.callUUID, handle: action.handle.value, isOutgoing: true)
      callManager.add(call)
      configureAudioSession(for: call)
      let isInvited = call.startCall(over: network) { [weak self] stage in self?.hear(stage, of: call) }
      guard isInvited else {
        action.fail()
        return end(call, "The network cannot be reached.")
      }
      if !network.canHold(call.handle) {
        var update = CallUpdate()
        update.supportsHolding = false
        provider.reportCall(with: call.uuid, updated: update)
      }
      action.fulfill()
      didChange()
    }
  }

  /// Tells the host of a stage of an outgoing call.
  private func hear(_ stage: CommunicationNetwork.Stage, of call: ActiveCall) {
    switch stage {
    case .connecting:
      call.startedConnectingOn = now
      provider.reportOutgoingCall(with: call.uuid, startedConnectingAt: nil)
    case .connected:
      call.connectedOn = now
      provider.reportOutgoingCall(with: call.uuid, connectedAt: nil)
    case .ended: farEndLeft(call)
    }
    didChange()
  }

  nonisolated func provider(_ provider: Provider, perform action: AnswerCallAction) {
    MainActor.assumeIsolated {
      guard let call = callManager.callWithUUID(action.callUUID) else { return action.fail() }
      configureAudioSession(for: call)
      call.answerCall(over: network, at: now)
      action.fulfill()
      didChange()
    }
  }

  nonisolated func provider(_ provider: Provider, perform action: EndCallAction) {
    MainActor.assumeIsolated {
      guard let call = callManager.callWithUUID(action.callUUID) else { return action.fail() }
      let wasMissed = !call.isOutgoing && call.connectedOn == nil && action.cause != .user && action.cause != .declined
      call.endCall(over: network, at: now)
      action.fulfill()
      end(call, Self.reason(action.cause, wasMissed: wasMissed))
    }
  }

  private static func reason(_ cause: EndCause?, wasMissed: Bool) -> String? {
    switch cause {
    case .dialTimeout: "Nobody answered in time."
    default: wasMissed ? "missed" : nil
    }
  }

  nonisolated func provider(_ provider: Provider, perform action: SetHeldCallAction) {
    change(action) { $0.isOnHold = action.isOnHold }
  }

  nonisolated func provider(_ provider: Provider, perform action: SetMutedCallAction) {
    change(action) { $0.isMuted = action.isMuted }
  }

  nonisolated func provider(_ provider: Provider, perform action: PlayDTMFCallAction) {
    change(action) { $0.digits += action.digits }
  }

  nonisolated func provider(_ provider: Provider, perform action: SetGroupCallAction) { change(action) { _ in } }

  private nonisolated func change(_ action: some CallAction, _ body: @MainActor (ActiveCall) -> Void) {
    MainActor.assumeIsolated {
      guard let call = callManager.callWithUUID(action.callUUID) else { return action.fail() }
      body(call)
      action.fulfill()
      didChange()
    }
  }

  nonisolated func provider(_ provider: Provider, timedOutPerforming action: any CallAction) {
    MainActor.assumeIsolated { callManager.report(CallError(.timedOut, [action.callUUID])) }
  }

  nonisolated func provider(_ provider: Provider, didPressButtonOf call: CallID) {
    MainActor.assumeIsolated {
      if let call = callManager.callWithUUID(call) { didPressButton(call) }
    }
  }

  // MARK: audio

  private func configureAudioSession(for call: ActiveCall) {
    provider.configureAudio(AudioSession.Configuration(), for: call.uuid)
  }

  nonisolated func provider(_ provider: Provider, didActivate session: AudioSession) {
    MainActor.assumeIsolated {
      isAudioActive = true
      didChange()
    }
  }

  nonisolated func provider(_ provider: Provider, didDeactivate session: AudioSession) {
    MainActor.assumeIsolated {
      isAudioActive = false
      didChange()
    }
  }
}
