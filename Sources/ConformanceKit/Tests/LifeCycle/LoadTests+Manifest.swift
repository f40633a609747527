internal import ConformanceHarness
internal import TransportABI
internal import TransportLoader

extension LoadTests {
  static func manifestMatch(_ run: TestRun) throws {
    let papers = PluginPapers(path: run.plugin)
    let sidecars = Sidecars(path: run.plugin)
    if let error = sidecars.errors.first { throw TestFailure("\(error)") }
    let notes = papers.elf?.notes ?? []
    guard !sidecars.manifests.isEmpty || !notes.isEmpty else {
      throw TestFailure("the plugin has neither NAME.transport.json beside its file nor a note in it")
    }
    let library = try PluginLibrary(run.entry(), run.arena)
    let isUnloadable = library.table.flags & 1 == 0
    for descriptor in try library.descriptors() {
      let manifest = sidecars[descriptor.id]
      let note = notes.first { $0.id == descriptor.id }
      guard manifest != nil || note != nil else {
        throw TestFailure("the descriptor \(descriptor.id) has neither a manifest nor a note")
      }
      var comparison = Comparison(id: descriptor.id)
      if let manifest {
        comparison.same("version", "manifest", manifest.version, "descriptor", descriptor.version)
        comparison.same("name", "manifest", manifest.name, "descriptor", descriptor.name)
        comparison.same("vendor", "manifest", manifest.vendor, "descriptor", descriptor.vendor)
        comparison.same("license", "manifest", manifest.license, "descriptor", descriptor.license)
        comparison.same("capabilities", "manifest", manifest.capabilities?.sorted(), "descriptor", descriptor.capabilities.sorted())
        comparison.same("handle-kinds", "manifest", manifest.handleKinds, "descriptor", descriptor.handleKinds)
        comparison.same("max-calls", "manifest", manifest.maximumCalls, "descriptor", descriptor.maxCalls)
        comparison.same("unloadable", "manifest", manifest.unloadable, "entry", isUnloadable)
        comparison.same("build-id", "manifest", manifest.buildID, "file", papers.elf?.buildID ?? "none")
      }
      if let note {
        comparison.same("version", "note", note.version, "descriptor", descriptor.version)
        comparison.same("flags", "note", note.flags, "entry", library.table.flags)
        comparison.same("abi.major", "note", note.abiMajor, "manifest", manifest?.abiMajor ?? note.abiMajor)
        // A library rebuilt with a later header needs no new manifest.
        comparison.same("abi.minor", "note", note.abiMinor, "manifest", max(manifest?.abiMinor ?? 0, note.abiMinor))
      }
      if let difference = comparison.differences.first { throw TestFailure(difference) }
    }
  }

  /// Compares two descriptions of the same transport.
  private struct Comparison {
    let id: String
    private(set) var differences: [String] = []

    init(id: String) { self.id = id }

    /// Notes a difference; nil agrees with everything.
    mutating func same<Value: Equatable>(_ field: String, _ one: String, _ said: Value?, _ other: String, _ found: Value) {
      guard let said, said != found else { return }
      differences.append("\(id): the \(one) says \(field) \(said), the \(other) says \(found)")
    }
  }
}
