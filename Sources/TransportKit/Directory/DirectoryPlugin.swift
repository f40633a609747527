internal import Locking
public import TransportABI

/// Answers a host's query for a library's directory.
///
/// This function is a plugin's only entry. Its file needs `public import TransportABI`: without `public`, a release build lacks the symbol:
///
/// ```swift
/// @c(hookswitch_directory_query) @implementation
/// public func hookswitch_directory_query(_ q: UnsafeMutablePointer<hsw_directory_query>?) -> hsw_status {
///   DirectoryPlugin.answer(q, with: SpamNumbers.self)
/// }
/// ```
public enum DirectoryPlugin {
  /// Negotiates a version with the host, and offers this directory.
  ///
  /// Its descriptor is read once, at the first query.
  public static func answer(_ query: UnsafeMutablePointer<hsw_directory_query>?, with type: any DirectoryProvider.Type) -> hsw_status {
    guard let query else { return HSW_E_INVAL }
    // Only `size` may be read before it is known to cover a query of the first version.
    let size = UnsafeRawPointer(query).loadUnaligned(as: UInt32.self)
    guard size >= UInt32(MemoryLayout<hsw_directory_query>.size), query.pointee.magic == HSW_MAGIC else { return HSW_E_INVAL }
    query.pointee.entry = nil
    guard query.pointee.major_min <= HSW_ABI_MAJOR, HSW_ABI_MAJOR <= query.pointee.major_max else {
      let range = "\(query.pointee.major_min) to \(query.pointee.major_max)"
      withUnsafeMutableBytes(of: &query.pointee.reason) {
        fill($0, with: "this directory speaks version \(HSW_ABI_MAJOR).\(HSW_ABI_MINOR) of the ABI, the host \(range)")
      }
      return HSW_E_VERSION
    }
    let entry = offeredDirectory.withLock { offer -> Static<hsw_directory_entry> in
      if let made = offer { return made.entry }
      let made = DirectoryOffer(type)
      offer = made
      return made.entry
    }
    query.pointee.chosen_major = HSW_ABI_MAJOR
    // With a lower major than the host's highest, the host's minor is unknown; directories exist since minor 1.
    query.pointee.chosen_minor = query.pointee.major_max == HSW_ABI_MAJOR ? min(query.pointee.minor, HSW_ABI_MINOR) : 1
    query.pointee.entry = entry.pointer
    return HSW_OK
  }
}

/// The directory of this library, set at the first query; one per library, because the functions of an entry have no context.
private let offeredDirectory = Locked<DirectoryOffer?>(nil)

/// The directory of a library, and its entry.
private struct DirectoryOffer: Sendable {
  let type: any DirectoryProvider.Type
  let descriptor: DirectoryDescriptor
  let entry: Static<hsw_directory_entry>
  /// The strings of the descriptor's table.
  private let texts = StaticText()

  init(_ type: any DirectoryProvider.Type) {
    let descriptor = type.descriptor
    var table = hsw_directory_descriptor()
    table.size = UInt32(MemoryLayout<hsw_directory_descriptor>.size)
    table.id = texts.keep(descriptor.id)
    table.name = texts.keep(descriptor.name)
    table.version = texts.keep(descriptor.version)
    table.license = texts.keep(descriptor.license)
    self.type = type
    self.descriptor = descriptor
    entry = Static(
      hsw_directory_entry(
        size: UInt32(MemoryLayout<hsw_directory_entry>.size), flags: 0, descriptor: Static(table).pointer,
        begin_request: { beginRequest($0, $1, $2) }, cancel: { DirectoryRequestContext.giveUp() }))
  }
}

/// Serves `begin_request`.
private func beginRequest(
  _ context: UnsafePointer<hsw_directory_context>, _ configuration: hsw_str, _ why: UnsafeMutablePointer<hsw_why>
) -> hsw_status {
  guard let offer = offeredDirectory.withLock({ $0 }) else { return HSW_E_STATE }
  let request: DirectoryRequestContext
  do throws(TransportError) {
    request = try DirectoryRequestContext(context, configuration, domain: offer.descriptor.id)
  } catch {
    return explain(error, why)
  }
  do throws(TransportError) {
    try offer.type.init().beginRequest(with: request)
    // Without an end yet, another thread has the request.
    return request.hasEnded ? HSW_OK : HSW_PENDING
  } catch {
    if request.hasEnded || request.cancel(error) { return HSW_OK }
    // The host knows the entry that it refused, or has given up.
    return error.code.rawValue
  }
}
