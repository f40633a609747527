internal import TransportLoader

/// Which file a run was about: read, never run.
public struct PluginIdentity: Sendable, Hashable {
  /// One transport in the plugin.
  public struct Transport: Sendable, Hashable {
    /// Its id.
    public var id: String
    /// Its version, as its author counts; empty when nothing says it.
    public var version: String
    /// Whether it keeps time itself, so that time passes as it does outside.
    var keepsTime = false
  }

  /// The file's path without links.
  public var file: String
  /// Its SHA-256 in hexadecimal digits.
  public var sha256: String
  /// Its transports, as manifest or note name them; empty when there is neither.
  public var transports: [Transport]

  /// The ids to test with; one empty one when none is known.
  var descriptors: [String] { transports.isEmpty ? [""] : transports.map(\.id) }

  /// Reads about the plugin at `path` without running any of its code.
  /// - Throws: a usage error when it is not a file that can be read.
  static func read(_ path: String) throws(ConformanceError) -> PluginIdentity {
    guard path.hasSuffix(".so") else { throw .usage("\(path): is no plugin: the name of a plugin's library ends in .so") }
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
