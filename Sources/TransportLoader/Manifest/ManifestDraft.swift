internal import StrictJSON

/// A manifest generated from a library's descriptor, with the members of an existing manifest kept.
package struct ManifestDraft: Sendable {
  /// The transport's id.
  package let id: String
  /// The transport's existing manifest beside the library, or the path of a new one.
  package let file: String
  private let said: [JSONValue.Member]
  private let buildID: [JSONValue.Member]

  /// The drafts for the library at `path`, one for each of its transports; its code runs in a separate process.
  ///
  /// - Parameter namesBuild: true to include the build-id, so that another build of the library is refused with this manifest.
  /// - Throws: the reason why the library cannot be loaded, or a contradiction between note and code.
  package static func drafts(
    ofLibraryAt path: String, contact: FirstContact, namesBuild: Bool
  ) throws(TransportRefusal) -> [ManifestDraft] {
    let library = try TransportJudge(policy: contact.policy).readLibrary(at: path, pin: nil)
    let (trusted, elf) = (library.trusted, library.elf)
    let record = try contact.ask(trusted.path)
    return try record.descriptors.map { descriptor throws(TransportRefusal) in
      let draft = ManifestDraft(descriptor, record, elf, library: trusted.path, namesBuild: namesBuild)
      let manifest = try draft.manifest()
      try Agreement(file: trusted.path).check(manifest, notes: elf.notes, buildID: elf.buildID)
      return draft
    }
  }

  private init(_ descriptor: TransportDescriptor, _ record: ScanRecord, _ elf: ElfFile, library: String, namesBuild: Bool) {
    let split = library.lastIndex(of: "/") ?? library.startIndex
    let (folder, name) = (String(library[..<split]), String(library[library.index(after: split)...]))
    let version = record.contract.split(separator: ".").compactMap { UInt32($0) }
    let note = elf.notes.first { $0.id == descriptor.id }
    id = descriptor.id
    file =
      Self.sidecar(of: descriptor.id, library: name, in: folder)
      ?? "\(folder)/\(Self.stem(name, isOnly: record.descriptors.count == 1, id: descriptor.id)).transport.json"
    buildID = elf.buildID.map { [.init(name: "build-id", value: .string($0))] } ?? []
    func text(_ text: String) -> JSONValue? { text.isEmpty ? nil : .string(text) }
    let members: KeyValuePairs<String, JSONValue?> = [
      "hookswitch-manifest": .number(1), "id": .string(descriptor.id), "name": text(descriptor.name) ?? .string(descriptor.id),
      "version": .string(descriptor.version), "vendor": text(descriptor.vendor), "license": text(descriptor.license),
      "library": .string(name), "build-id": namesBuild ? elf.buildID.map { .string($0) } : nil,
      "abi": .object(of: [
        "major": .integer(note?.abiMajor ?? version[0]), "minor": .integer(note?.abiMinor ?? version[1]),
      ]),
      "language": elf.isSwift ? .string("swift") : nil, "unloadable": .bool(record.flags & 1 == 0),
      "capabilities": .strings(descriptor.capabilities), "handle-kinds": .strings(descriptor.handleKinds),
      "max-calls": .integer(descriptor.maximumCalls),
    ]
    guard case .object(let said) = JSONValue.object(of: members) else { preconditionFailure("an object was made") }
    self.said = said
  }

  /// The library's name without its ending, and with the last part of the id if the library has several transports.
  private static func stem(_ library: String, isOnly: Bool, id: String) -> String {
    let name = library.hasSuffix(".so") ? String(library.dropLast(3)) : library
    return isOnly ? name : name + "-" + (id.split(separator: ".").last.map(String.init) ?? id)
  }

  private static func sidecar(of id: String, library: String, in folder: String) -> String? {
    let path = SearchPath(folders: [.init(path: folder, source: .option)])
    return TransportCatalog(searching: path).candidates.first { $0.id == id && $0.manifest?.library == library }?.manifestFile
  }

  private func manifest() throws(TransportRefusal) -> TransportManifest {
    do {
      return try ManifestReader.read(Array(text(said).utf8), file: file)
    } catch {
      throw TransportRefusal(error)
    }
  }

  // MARK: text

  /// The manifest as text to replace `existing`; other members of that one are kept, in their order.
  ///
  /// - Returns: nil when `existing` is not a manifest of this transport.
  package func text(replacing existing: [UInt8]) -> String? {
    guard case .object(let old)? = try? JSONReader.read(existing), old.first(where: { $0.name == "id" })?.value == .string(id) else {
      return nil
    }
    // A manifest that named a build-id names the new one.
    let new = said + (old.contains { $0.name == "build-id" } ? buildID : []).filter { _ in !said.contains { $0.name == "build-id" } }
    let kept = old.compactMap { member in new.first { $0.name == member.name } ?? (member.name == "build-id" ? nil : member) }
    return text(kept + new.filter { member in !old.contains { $0.name == member.name } })
  }

  /// The manifest as text, for a new file.
  package var text: String { text(said) }

  /// Writes one member a line, so that a person can edit it.
  private func text(_ members: [JSONValue.Member]) -> String {
    "{\n" + members.map { "  \(JSONValue.quote($0.name)): \($0.value.text)" }.joined(separator: ",\n") + "\n}\n"
  }

  /// Replaces the file at `path` by `text` atomically.
  ///
  /// - Returns: the reason for a failure, in one sentence; nil on success.
  package static func write(_ text: String, to path: String) -> String? {
    do throws(KeptFile.Failure) {
      try KeptFile(path: path).replace(with: text, mode: 0o644)
      return nil
    } catch {
      return error.sentence
    }
  }
}
