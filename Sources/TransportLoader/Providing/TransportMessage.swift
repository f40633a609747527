public import CallControl

/// What a transport says for logs and traces.
public enum TransportMessage: Hashable, Sendable {
  /// A message for the log; levels run from 1 (error) to 5 (trace).
  case log(level: UInt32, topic: String, text: String)
  /// A message of a network protocol, of one call or of none.
  case wire(CallID?, isOutgoing: Bool, protocol: String, text: String)
}
