internal import TransportLoader

/// What is said of a plugin without running it: its sidecar manifests, and the notes in its file.
struct PluginPapers {
  /// What the ELF file says; nil when it is none that could be loaded.
  let elf: ElfFile?
  /// Why it is none.
  let elfError: ElfError?
  /// The sidecars that name the file, with their paths.
  private(set) var manifests: [(path: String, manifest: TransportManifest)] = []
  /// Why a sidecar that could be meant cannot be read.
  private(set) var manifestErrors: [ManifestError] = []

  /// Reads what lies at and beside `path`.
  init(path: String) {
    do throws(ElfError) {
      elf = try ElfFile(FileBytes.read(path) ?? [])
      elfError = nil
    } catch {
      elf = nil
      elfError = error
    }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let folder = parts.dropLast().joined(separator: "/")
    let library = parts.last.map(String.init) ?? path
    for name in FileBytes.names(in: folder) where name.hasSuffix(".transport.json") {
      let file = folder + "/" + name
      do throws(ManifestError) {
        let manifest = try ManifestReader.read(FileBytes.read(file) ?? [], file: file)
        if manifest.library == library { manifests.append((file, manifest)) }
      } catch {
        // Another plugin's broken manifest is not this plugin's; one of its own name is.
        if library.hasPrefix(name.dropLast(".transport.json".count)) { manifestErrors.append(error) }
      }
    }
  }

  /// The manifest of one transport.
  func manifest(of id: String) -> TransportManifest? { manifests.first { $0.manifest.id == id }?.manifest }
}
