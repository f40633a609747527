package import TransportLoader

/// The manifests beside a plugin's file that name it.
package struct Sidecars {
  /// The manifests that could be read.
  package private(set) var manifests: [TransportManifest] = []
  /// The errors of unreadable manifests that bear the plugin's name.
  package private(set) var errors: [ManifestError] = []

  /// Reads the manifests beside `path`.
  package init(path: String) {
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
  package subscript(id: String) -> TransportManifest? { manifests.first { $0.id == id } }
}

/// The contents of a plugin's file without running it: its ELF tables, or the reason why it cannot be loaded.
package struct PluginPapers {
  /// The ELF tables; nil when the file cannot be loaded.
  package let elf: ElfFile?
  /// The reason why it cannot be loaded.
  package let elfError: ElfError?

  package init(path: String) {
    do throws(ElfError) {
      elf = try ElfFile(FileBytes.read(path) ?? [])
      elfError = nil
    } catch {
      elf = nil
      elfError = error
    }
  }
}
