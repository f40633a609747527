/// The libraries that the dynamic linker loads with a plugin, each judged as the loader judges it.
package struct NeededLibraries: Sendable {
  /// A library and its origin.
  package struct File: Hashable, Sendable {
    /// Its path without links.
    package let file: String
    /// True for a library of the system; false for one that the plugin brings along.
    package let isSystem: Bool
  }

  /// The libraries, each after those that it needs.
  package let files: [File]

  /// Finds all libraries that the plugin at `path` needs, whoever owns them.
  ///
  /// - Throws: the reason why the loader would refuse one.
  package init(of path: String) throws(TransportRefusal) {
    let judged: (path: String, identity: FileIdentity, head: ElfHead)
    do {
      judged = try TrustedFile.head(path, policy: .everybody)
    } catch let error as ElfError {
      throw TransportRefusal(error, file: path)
    } catch let error as TrustError {
      throw TransportRefusal(error)
    } catch {
      throw TransportRefusal(.missing, file: path, field: "file", [.init("host", "\(error)")], advice: "build it first")
    }
    let closure = try LibraryClosure(of: judged.head, file: judged.path, search: LibrarySearch(policy: .everybody))
    files = closure.members.map { File(file: $0.file, isSystem: $0.isSystem) }
  }
}
