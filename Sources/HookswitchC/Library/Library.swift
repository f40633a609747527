internal import CHookswitch
internal import Glibc
internal import Hookswitch

/// The library as a whole.
enum Library {
  /// The version as transports learn it: `0.2.0`.
  static let version = "\(HK_VERSION >> 16).\(HK_VERSION >> 8 & 0xFF).\(HK_VERSION & 0xFF)"

  /// Frees a text that the caller owns.
  static func free(_ text: UnsafeMutableRawPointer?) { Glibc.free(text) }

  /// Gives a host a handle.
  static func add(_ host: EmbeddedHost) throws(EmbeddingError) -> OpaquePointer? {
    let handle = hostHandles.add(host)
    if hostPlaces.add(host, for: UInt(bitPattern: handle)) { return handle }
    _ = hostHandles.remove(handle)
    throw EmbeddingError(HK_E_LIMIT, "the process has \(HostPlaces.count) hosts; free one first")
  }

  /// Takes a host's handle away, once no thread takes its events.
  static func remove(_ handle: OpaquePointer?) throws(EmbeddingError) {
    try hostPlaces.remove(UInt(bitPattern: handle))
    _ = hostHandles.remove(handle)
  }
}
