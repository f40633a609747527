public import CallControl

/// A message of a transport for logs and traces.
public enum TransportMessage: Hashable, Sendable {
  /// A message for the log; levels run from 1 (error) to 5 (trace).
  case log(level: UInt32, topic: String, text: String)
  /// A message of a network protocol; the call is nil when it belongs to none.
  case wire(CallID?, isOutgoing: Bool, protocol: String, text: String)
}
