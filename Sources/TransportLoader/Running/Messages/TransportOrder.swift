/// A request to an instance, performed on its loop.
enum TransportOrder: Sendable {
  case begin(configuration: String)
  /// Carries out an action, if it is still wanted.
  case act(ActionHandle, CallHandle, PluginAction, deadline: UInt32)
  case cancel(ActionHandle)
  case shown(CallHandle)
  indirect case verdict(CallHandle, isAccepted: Bool, TransportFault?)
  case reset
  case deactivate(drain: UInt32)
  case deactivated
  case destroy
  case dismantle
  indirect case service(ServiceOrder, ticket: UInt64)
  indirect case audio(AudioOrder, ticket: UInt64)
  indirect case peer(PeerOrder, @Sendable (PeerAnswer) -> Void)
}

/// A request to an instance about its saved state or its diagnostics.
enum ServiceOrder: Sendable {
  case save
  case load([UInt8])
  case dump(CallHandle, level: UInt32)
}

/// A request about audio to an instance.
enum AudioOrder: Sendable {
  case formats(CallHandle)
  case attach(CallHandle, TransportAudioFormat, TransportRings)
  case detach(CallHandle)
  case active(Bool)
}

/// A request to an instance's far end for tests.
enum PeerOrder: Sendable {
  case dialable
  case call(TransportCallInfo)
  case order(CallHandle, what: UInt32, argument: String)
  case observe(CallHandle)
}

/// The answer of a far end for tests.
public struct PeerAnswer: Hashable, Sendable {
  /// The contract's code; 0 on success.
  public var status: Int32
  /// The handle to call, from `dialable`.
  public var info: TransportCallInfo?
  /// The far end's view, from `observe`: one JSON object.
  public var observation: String?

  /// Makes an answer.
  public init(status: Int32, info: TransportCallInfo? = nil, observation: String? = nil) {
    self.status = status
    self.info = info
    self.observation = observation
  }
}
