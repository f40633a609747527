/// A call directory: it tells the host which telephone numbers to block, and what to call others.
///
/// The counterpart of CallKit's `CXCallDirectoryProvider`. A confined process of its own makes one provider and one request, and ends. See
/// <doc:Directories>.
public protocol DirectoryProvider: SendableMetatype {
  /// The directory's description.
  static var descriptor: DirectoryDescriptor { get }

  /// Makes the provider for its one request.
  init()

  /// Sends the entries of a request, and ends it with ``DirectoryRequestContext/completeRequest(token:)`` or
  /// ``DirectoryRequestContext/cancelRequest(withError:)``.
  ///
  /// It may also end the request later, from another thread. A context that nothing keeps any more cancels its request.
  ///
  /// - Parameter context: the request.
  /// - Throws: The reason why the request is cancelled; the errors of the context's functions may pass.
  func beginRequest(with context: DirectoryRequestContext) throws(TransportError)
}

/// A directory's description.
public struct DirectoryDescriptor: Hashable, Sendable {
  /// The directory's id: a reverse-DNS name of 3 to 64 characters from `a-z`, `0-9`, `.` and `-`.
  public var id: String
  /// Its name for people.
  public var name: String
  /// The plugin's version.
  public var version: String
  /// Its licence as an SPDX expression.
  public var license: String

  /// Makes a descriptor; none of its texts may be empty.
  public init(id: String, name: String, version: String, license: String) {
    self.id = id
    self.name = name
    self.version = version
    self.license = license
  }
}
