/// A `.note.hookswitch` note: one descriptor of the shared object that contains it.
public struct ElfNote: Hashable, Codable, Sendable {
  /// The major version of the contract that the transport was compiled with.
  public var abiMajor: UInt32
  /// The minor version of the contract that the transport was compiled with.
  public var abiMinor: UInt32
  /// The flags of the entry.
  public var flags: UInt32
  /// The transport's id.
  public var id: String
  /// The transport's version.
  public var version: String
}
