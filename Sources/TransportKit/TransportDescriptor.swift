/// What a transport is, as hosts list it before they make one.
///
/// It must say the same as the manifest beside the library.
public struct TransportDescriptor: Sendable {
  /// The transport's name for machines: reverse-DNS, 3 to 64 of a-z 0-9 . -
  public var id: String
  /// Its name for people.
  public var name: String
  /// The plugin's version.
  public var version: String
  /// Who makes it.
  public var vendor: String
  /// Its licence as an SPDX expression.
  public var license: String
  /// Where to read more.
  public var url: String
  /// The kinds of handles that it can call, its own first.
  public var handleKinds: [String]
  /// Calls at once in one instance; 0 for no limit.
  public var maxCalls: UInt32
  /// What calls can carry.
  ///
  /// The names of the extensions are added by the kit, from the protocols that the transport conforms to.
  public var media: [String]
  /// Whether all instances must live on one thread.
  public var needsOneLoop: Bool

  /// Makes a descriptor; only `id`, `name` and `version` have no default.
  public init(
    id: String, name: String, version: String, vendor: String = "", license: String = "", url: String = "",
    handleKinds: [String] = ["tel"], maxCalls: UInt32 = 0, media: [String] = ["voice"], needsOneLoop: Bool = false
  ) {
    self.id = id
    self.name = name
    self.version = version
    self.vendor = vendor
    self.license = license
    self.url = url
    self.handleKinds = handleKinds
    self.maxCalls = maxCalls
    self.media = media
    self.needsOneLoop = needsOneLoop
  }
}
