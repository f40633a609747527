internal import TransportABI

/// A shared object in the process, asked once for its entry. It stays mapped until the process ends.
///
/// `@unchecked Sendable`: all fields are constants, and the entry's functions say by their thread tags who may call them where.
final class LoadedModule: @unchecked Sendable {
  /// The real path that it was opened by.
  let path: String
  /// The file as it was then.
  let identity: FileIdentity
  /// The version that was agreed upon.
  let version: (major: UInt32, minor: UInt32)
  /// A copy of its entry table.
  let entry: hsw_entry
  /// The entry's descriptors, copied after the first load.
  let descriptors: [TransportDescriptor]

  init(
    path: String, identity: FileIdentity, version: (major: UInt32, minor: UInt32), entry: hsw_entry, descriptors: [TransportDescriptor]
  ) {
    self.path = path
    self.identity = identity
    self.version = version
    self.entry = entry
    self.descriptors = descriptors
  }
}
