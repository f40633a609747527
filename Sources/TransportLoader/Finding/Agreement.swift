/// Compares manifest, note, file and descriptor: a field that two of them have must be the same in both.
struct Agreement {
  /// The library's file, for the error.
  var file: String

  /// Compares a manifest with the notes of its library.
  func check(_ manifest: TransportManifest, notes: [ElfNote], buildID: String?) throws(TransportRefusal) {
    if let wanted = manifest.buildID {
      try same("build-id", "manifest", wanted, "file", buildID ?? "none")
    }
    guard !notes.isEmpty else { return }
    guard let note = notes.first(where: { $0.id == manifest.id }) else {
      throw refusal("id", "manifest", manifest.id, "note", notes.map(\.id).joined(separator: ", "))
    }
    try same("version", "manifest", manifest.version, "note", note.version)
    try same("abi.major", "manifest", "\(manifest.abiMajor)", "note", "\(note.abiMajor)")
    // A library rebuilt with a later header needs no new manifest: minor versions only add.
    if manifest.abiMinor > note.abiMinor { try same("abi.minor", "manifest", "\(manifest.abiMinor)", "note", "\(note.abiMinor)") }
    if let unloadable = manifest.unloadable {
      try same("unloadable", "manifest", "\(unloadable)", "note", "\(note.flags & 1 == 0)")
    }
  }

  /// Compares a descriptor with a manifest or note.
  func check(_ descriptor: TransportDescriptor, _ manifest: TransportManifest, source: String) throws(TransportRefusal) {
    try same("version", source, manifest.version, "descriptor", descriptor.version)
    for (field, said, found) in [
      ("name", manifest.name, descriptor.name), ("vendor", manifest.vendor, descriptor.vendor),
      ("license", manifest.license, descriptor.license),
    ] {
      if let said { try same(field, source, said, "descriptor", found) }
    }
    if let said = manifest.capabilities {
      try same(
        "capabilities", source, said.sorted().joined(separator: " "), "descriptor", descriptor.capabilities.sorted().joined(separator: " "))
    }
    if let said = manifest.handleKinds {
      try same("handle-kinds", source, said.joined(separator: " "), "descriptor", descriptor.handleKinds.joined(separator: " "))
    }
    if let said = manifest.maximumCalls { try same("max-calls", source, "\(said)", "descriptor", "\(descriptor.maximumCalls)") }
  }

  /// The descriptor of `candidate` among those of its library; a library without manifest and note gives its first.
  ///
  /// - Parameter flags: the flags of the library's entry.
  func descriptor(
    of candidate: TransportCandidate, among descriptors: [TransportDescriptor], flags: UInt32
  ) throws(TransportRefusal) -> TransportDescriptor {
    let source = candidate.manifestFile == nil ? "note" : "manifest"
    guard let manifest = candidate.manifest else { return descriptors[0] }
    guard let descriptor = descriptors.first(where: { $0.id == manifest.id }) else {
      throw refusal("id", source, manifest.id, "descriptor", descriptors.map(\.id).joined(separator: ", "))
    }
    try check(descriptor, manifest, source: source)
    if let unloadable = manifest.unloadable {
      try same("unloadable", source, "\(unloadable)", "entry", "\(flags & 1 == 0)")
    }
    return descriptor
  }

  /// Refuses when two sources give different values for one field.
  func same(_ field: String, _ one: String, _ said: String, _ other: String, _ found: String) throws(TransportRefusal) {
    guard said == found else { throw refusal(field, one, said, other, found) }
  }

  private func refusal(_ field: String, _ one: String, _ said: String, _ other: String, _ found: String) -> TransportRefusal {
    TransportRefusal(
      .contradiction, file: file, field: field, [.init(one, said), .init(other, found)],
      advice: "install library and manifest of one build")
  }
}
