internal import TransportABI
internal import TransportLoader

// The ways from a run to what its body needs, from the bare file to a call host at work.
extension TestRun {
  /// The plugin's file in the process, with nothing of it called yet but its constructors.
  func entry() throws -> PluginEntry {
    do {
      let address = try lastCall.during("dlopen", thread: .any, call: 1) { try LinkedLibrary(path: plugin).entry }
      return PluginEntry(path: plugin, address: address, page: lastCall)
    } catch let refusal as TransportRefusal {
      throw TestFailure("\(refusal)")
    }
  }

  /// The plugin, queried and loaded.
  func library(shape: HostShape = .usual) throws -> PluginLibrary { try PluginLibrary(entry(), arena, shape: shape).loaded() }

  /// An instance on a host like `offer`: created, and no more.
  func created(_ offer: HostOffer = .full, config: String? = nil) throws -> Stage {
    try Stage(self, library(shape: offer.shape), offer.with(secrets: settings.secrets), config: config)
  }

  /// An instance of a plugin that is loaded already: created, and no more.
  func created(in library: PluginLibrary, _ offer: HostOffer = .full, loop: VirtualLoop? = nil) throws -> Stage {
    try Stage(self, library, offer.with(secrets: settings.secrets), loop: loop)
  }

  /// An instance that is at work: created, initialised and activated on the virtual loop.
  func stage(_ offer: HostOffer = .full) throws -> Stage {
    let stage = try created(offer)
    try stage.bringUp()
    return stage
  }
}
