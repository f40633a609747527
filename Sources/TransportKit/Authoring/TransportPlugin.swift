internal import Locking
public import TransportABI

/// Answers a host's query for a library's transports.
///
/// This function is a plugin's only entry. Its file needs `public import TransportABI`: without `public`, a release build lacks the symbol:
///
/// ```swift
/// @c(hookswitch_transport_query) @implementation
/// public func hookswitch_transport_query(_ q: UnsafeMutablePointer<hsw_query>?) -> hsw_status {
///   TransportPlugin.answer(q, with: Echo.self)
/// }
/// ```
public enum TransportPlugin {
  /// Negotiates a version with the host, and offers these transports.
  ///
  /// Their descriptors are read once, at the first query.
  public static func answer(_ query: UnsafeMutablePointer<hsw_query>?, with types: any Transport.Type...) -> hsw_status {
    guard let query else { return HSW_E_INVAL }
    // Only `size` may be read before it is known to cover a query of version 1.0.
    let size = UnsafeRawPointer(query).loadUnaligned(as: UInt32.self)
    guard size >= UInt32(MemoryLayout<hsw_query>.size), query.pointee.magic == HSW_MAGIC else { return HSW_E_INVAL }
    query.pointee.entry = nil
    guard query.pointee.major_min <= HSW_ABI_MAJOR, HSW_ABI_MAJOR <= query.pointee.major_max else {
      let range = "\(query.pointee.major_min) to \(query.pointee.major_max)"
      withUnsafeMutableBytes(of: &query.pointee.reason) {
        fill($0, with: "this transport speaks version \(HSW_ABI_MAJOR).\(HSW_ABI_MINOR) of the transport ABI, the host \(range)")
      }
      return HSW_E_VERSION
    }
    let entry = offer.withLock { offer -> Static<hsw_entry> in
      if let made = offer { return made.entry }
      let made = Offer(types.map(TransportKind.init))
      offer = made
      return made.entry
    }
    query.pointee.chosen_major = HSW_ABI_MAJOR
    // With a lower major than the host's highest, the host's minor is unknown; minor 0 always exists.
    query.pointee.chosen_minor =
      query.pointee.major_max == HSW_ABI_MAJOR ? min(query.pointee.minor, HSW_ABI_MINOR) : 0
    query.pointee.entry = entry.pointer
    return HSW_OK
  }
}
