internal import CallControl

/// A request to an instance, performed on its loop.
enum TransportOrder: Sendable {
  case begin(configuration: String)
  indirect case start(ActionHandle, CallHandle, TransportCallInfo, deadline: UInt32)
  case answer(ActionHandle, CallHandle, deadline: UInt32)
  case end(ActionHandle, CallHandle, why: UInt32, deadline: UInt32)
  indirect case decline(ActionHandle, CallHandle, Decline, deadline: UInt32)
  case setHeld(ActionHandle, CallHandle, Bool, deadline: UInt32)
  case setMuted(ActionHandle, CallHandle, Bool, deadline: UInt32)
  case play(ActionHandle, CallHandle, String, kind: UInt32, deadline: UInt32)
  case setGroup(ActionHandle, CallHandle, with: CallHandle, deadline: UInt32)
  case setRegistered(ActionHandle, Bool, deadline: UInt32)
  case apply(ActionHandle, String, deadline: UInt32)
  indirect case transfer(ActionHandle, CallHandle, to: TransportCallInfo, deadline: UInt32)
  case connect(ActionHandle, CallHandle, with: CallHandle, deadline: UInt32)
  indirect case verdict(CallHandle, isAccepted: Bool, TransportFault?)
  case shown(CallHandle)
  case cancel(ActionHandle)
  case reset
  case deactivate(drain: UInt32)
  case deactivated
  case destroy
  case dismantle
  indirect case service(ServiceOrder, ticket: UInt64)
  indirect case audio(AudioOrder, ticket: UInt64)
  indirect case peer(PeerOrder, @Sendable (PeerAnswer) -> Void)
}

/// A request to an instance's far end for tests.
enum PeerOrder: Sendable {
  case dialable
  case call(TransportCallInfo)
  case order(CallHandle, what: UInt32, argument: String)
  case observe(CallHandle)
}
