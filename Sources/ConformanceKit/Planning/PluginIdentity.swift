internal import TransportLoader

/// The file that a run tests, inspected without running it.
public struct PluginIdentity: Sendable, Hashable {
  /// One transport in the plugin.
  public struct Transport: Sendable, Hashable {
    /// Its id.
    public var id: String
    /// Its version, from its author; empty when it is unknown.
    public var version: String
    /// True if it keeps time itself, so that its tests need real time.
    var keepsTime = false
  }

  /// The file's path without links.
  public var file: String
  /// Its SHA-256 in hexadecimal digits.
  public var sha256: String
  /// Its transports, from manifests and notes; empty when there are none.
  public var transports: [Transport]

  /// The ids to test; a single empty one when none is known.
  var descriptors: [String] { transports.isEmpty ? [""] : transports.map(\.id) }

  /// Inspects the plugin at `path` without running any of its code.
  /// - Throws: a usage error when it is no readable file.
  static func read(_ path: String) throws(ConformanceError) -> PluginIdentity {
    guard path.hasSuffix(".so") else { throw .usage("\(path): is not a plugin: the name of a plugin's library ends in .so") }
    _ = try SmallFile.read(path, limit: 512 << 20)
    let inspection = TransportInspection.readAbout(file: path)
    let named = inspection.candidates.compactMap { candidate in
      candidate.id.map { Transport(id: $0, version: candidate.manifest?.version ?? "", keepsTime: candidate.manifest?.clock == .own) }
    }
    let noted = inspection.notes.map { Transport(id: $0.id, version: $0.version) }
    let known = Set(named.map(\.id))
    return PluginIdentity(
      file: inspection.file, sha256: inspection.sha256 ?? "", transports: named + noted.filter { !known.contains($0.id) })
  }
}
