/// A transport that can let calls hear each other: `org.hookswitch.group/1`.
public protocol GroupingTransport: Transport {
  /// Put the call into the group of `other`, making one if there is none; or, without `other`, take it out of its group.
  func setGroup(of call: Call, with other: Call?, action: Action) throws(TransportError) -> Outcome
}
