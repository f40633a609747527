internal import Locking
public import TransportABI

/// What a library of transports answers when a host asks for it.
///
/// A plugin's whole entry is this, in a file that says `public import TransportABI` (without `public` the symbol is not in a release
/// build):
///
/// ```swift
/// @c(hookswitch_transport_query) @implementation
/// public func hookswitch_transport_query(_ q: UnsafeMutablePointer<hsw_query>?) -> hsw_status {
///   TransportPlugin.answer(q, with: Echo.self)
/// }
/// ```
public enum TransportPlugin {
  /// Negotiates a version with the host, and offers the transports named.
  ///
  /// They are looked at once, at the first query.
  public static func answer(_ query: UnsafeMutablePointer<hsw_query>?, with types: any Transport.Type...) -> hsw_status {
    guard let query else { return HSW_E_INVAL }
    // Nothing but `size` may be touched before it is known to reach as far as a query of version 1.0 does.
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
    // Of a major below the host's highest its minor is not known; the first one is there always.
    query.pointee.chosen_minor =
      query.pointee.major_max == HSW_ABI_MAJOR ? min(query.pointee.minor, HSW_ABI_MINOR) : 0
    query.pointee.entry = entry.pointer
    return HSW_OK
  }
}
