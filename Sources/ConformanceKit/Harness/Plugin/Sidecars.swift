internal import TransportLoader

/// The manifests beside a plugin's file that name it.
struct Sidecars {
  /// The manifests that could be read.
  private(set) var manifests: [TransportManifest] = []
  /// The errors of unreadable manifests that bear the plugin's name.
  private(set) var errors: [ManifestError] = []

  /// Reads the manifests beside `path`.
  init(path: String) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let folder = parts.dropLast().joined(separator: "/")
    let library = parts.last.map(String.init) ?? path
    for name in FileBytes.names(in: folder) where name.hasSuffix(".transport.json") {
      let file = folder + "/" + name
      do throws(ManifestError) {
        let manifest = try ManifestReader.read(FileBytes.read(file) ?? [], file: file)
        if manifest.library == library { manifests.append(manifest) }
      } catch {
        // Another plugin's broken manifest is not this plugin's error.
        if library.hasPrefix(name.dropLast(".transport.json".count)) { errors.append(error) }
      }
    }
  }

  /// The manifest of one transport.
  subscript(id: String) -> TransportManifest? { manifests.first { $0.id == id } }
}
