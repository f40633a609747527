/// A transport that can group calls, so that their parties hear each other: `org.hookswitch.group/1`.
public protocol GroupingTransport: Transport {
  /// Adds the call to the group of `other`, which is made if needed; without `other`, removes the call from its group.
  func setGroup(of call: Call, with other: Call?, action: Action) throws(TransportError) -> Outcome
}
