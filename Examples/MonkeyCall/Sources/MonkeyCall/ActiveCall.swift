import FoundationEssentials
import Hookswitch

/// One call as the app sees it.
@MainActor final class ActiveCall {
  let uuid: UUID
  let handle: String
  let isOutgoing: Bool
  /// True for a call of the phone line, which the app does not carry.
  let isOnPhoneLine: Bool
  /// The caller's name of the call directory; nil for none.
  var label: String?
  var startedConnectingOn: Date?
  var connectedOn: Date?
  var endedOn: Date?
  var isOnHold = false
  var isMuted = false
  /// The digits that were sent.
  var digits = ""

  init(uuid: UUID, handle: String, isOutgoing: Bool, isOnPhoneLine: Bool = false) {
    (self.uuid, self.handle, self.isOutgoing, self.isOnPhoneLine) = (uuid, handle, isOutgoing, isOnPhoneLine)
  }

  var name: String { label.map { "\($0) (\(handle))" } ?? handle }
  var isConnecting: Bool { startedConnectingOn != nil && connectedOn == nil && endedOn == nil }
  var isConnected: Bool { connectedOn != nil && endedOn == nil }

  /// Sends the invitation; `network` then tells of each stage.
  ///
  /// - Returns: false when the network cannot be reached.
  func startCall(over network: CommunicationNetwork, _ stage: @escaping @MainActor (CommunicationNetwork.Stage) -> Void) -> Bool {
    network.invite(handle, uuid, stage)
  }

  /// Takes the call.
  func answerCall(over network: CommunicationNetwork, at date: Date) {
    network.answer(uuid)
    connectedOn = date
  }

  /// Ends the call on this side.
  func endCall(over network: CommunicationNetwork, at date: Date) {
    network.leave(uuid)
    endedOn = date
  }
}
