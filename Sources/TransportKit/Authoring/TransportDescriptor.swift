/// A transport's description, which hosts list before they make an instance.
///
/// It must agree with the manifest beside the library.
public struct TransportDescriptor: Sendable {
  /// The transport's id: a reverse-DNS name of 3 to 64 characters from `a-z`, `0-9`, `.` and `-`.
  public var id: String
  /// Its name for people.
  public var name: String
  /// The plugin's version.
  public var version: String
  /// Its maker.
  public var vendor: String
  /// Its licence as an SPDX expression.
  public var license: String
  /// The address of its web page.
  public var url: String
  /// The kinds of handles that it can call, its own first.
  public var handleKinds: [String]
  /// The largest number of simultaneous calls in one instance; 0: no limit.
  public var maxCalls: UInt32
  /// The media of its calls.
  ///
  /// The kit adds the names of the extensions, from the protocols that the transport conforms to.
  public var media: [String]
  /// True when all instances must share one thread.
  public var needsOneLoop: Bool

  /// Makes a descriptor; `id`, `name` and `version` have no default.
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
