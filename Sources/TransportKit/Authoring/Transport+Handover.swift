/// A transport that can hand over to another version of itself while calls are up: `org.hookswitch.handover/1`.
///
/// The host runs the old version and the new one in two processes, makes a new instance with the same configuration, and has the old one
/// give. See <doc:Handover>.
///
/// The kit's own state crosses with the parcel: the calls with their stages, the actions that are not completed, and the counter of
/// handles. A transport writes only its own.
///
/// **Standing still.** Between ``give(_:_:)`` and ``settle(_:as:)`` of the old instance the kit runs none of the transport's timers, watches,
/// posted work and secrets; if the new version refuses, it runs what has become due then. In the new instance, from ``take(_:_:)`` on, the
/// same waits until ``settle(_:as:)``, and the kit keeps reports and completions back until then. A transport's own threads are the
/// transport's: it stops them itself.
public protocol HandoverTransport: Transport {
  /// The ways of handing over that it offers; at least one.
  static var handoverWays: Set<HandoverWay> { get }

  /// The version of the format in which this version writes; it rises with each change.
  ///
  /// The kit refuses a parcel of a higher version, and one of another transport. ``ParcelReader/format`` tells the version of the parcel.
  static var handoverFormat: UInt32 { get }

  /// Writes what can cross ahead of ``give(_:_:)``, above all descriptors; everything goes on as before.
  ///
  /// Either ``give(_:_:)`` or ``settle(_:as:)`` with `refused` follows. Called again, for a parcel of its own, when the host tries again.
  ///
  /// - Parameters:
  ///   - way: the way of this handover, one of ``handoverWays``.
  ///   - parcel: the parcel, valid until this method returns.
  /// - Throws: The reason why there can be no handover; the host then tries no further.
  func prepare(_ way: HandoverWay, _ parcel: ParcelWriter) throws(TransportError)

  /// Writes the transport's state, and stands still from then on.
  ///
  /// No tick of audio runs during this method and after it, so ``StreamTask/stream`` may be read.
  ///
  /// - Parameters:
  ///   - way: the way of this handover.
  ///   - parcel: the parcel, behind the bytes of ``prepare(_:_:)``; valid until this method returns.
  /// - Throws: `busy` for a state that cannot cross now, after which the host tries again for 5 s; any other error refuses the handover.
  ///   Everything goes on as before an error.
  func give(_ way: HandoverWay, _ parcel: ParcelWriter) throws(TransportError)

  /// Reads the parcel to its end, and takes the state in it over.
  ///
  /// Called between ``Transport/begin()`` and ``Transport/activate()``. The kit has read its own part: by the way `calls` the calls and
  /// actions exist. Timers may be set; they do not fire before ``settle(_:as:)``. Nothing may be sent to the network yet.
  ///
  /// - Parameters:
  ///   - way: the way of this handover.
  ///   - parcel: the parcel, valid until this method returns.
  /// - Throws: The first error of the parcel; ``Transport/close()`` follows. Bytes that are left over are an error too.
  func take(_ way: HandoverWay, _ parcel: ParcelReader) throws(TransportError)

  /// Learns the outcome.
  ///
  /// | outcome | `old` | `new` |
  /// |---|---|---|
  /// | `taken` | by `calls`: drop the calls, send nothing; ``Transport/close()`` follows. By `sockets`: keep the calls until they end | begin to work |
  /// | `refused` | go on exactly as before ``prepare(_:_:)`` | – |
  /// | `alone` | the new version is gone | the old version is gone; only by `sockets` |
  ///
  /// - Parameters:
  ///   - outcome: the outcome.
  ///   - side: the part of this instance.
  func settle(_ outcome: HandoverOutcome, as side: HandoverSide)
}

extension HandoverTransport {
  /// Writes nothing.
  public func prepare(_ way: HandoverWay, _ parcel: ParcelWriter) throws(TransportError) {}
  /// Does nothing.
  public func settle(_ outcome: HandoverOutcome, as side: HandoverSide) {}
}
