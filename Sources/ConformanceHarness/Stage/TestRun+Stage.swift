internal import TransportABI
internal import TransportLoader

// The steps from a run to what its body needs, from the bare file to a plugin at work.
extension TestRun {
  /// Loads the plugin's file; only its constructors have run.
  package func entry() throws -> PluginEntry { PluginEntry(path: plugin, address: try opened(plugin), page: lastCall) }

  /// Opens the plugin's file by one of its names, and returns the address of its entry function.
  package func opened(_ path: String) throws -> UInt {
    do {
      return try lastCall.during("dlopen", thread: .any, call: 1) { try ExecutorProcess.open(path) }
    } catch let refusal as TransportRefusal {
      var failure = TestFailure("\(refusal)")
      (failure.function, failure.isObstacle) = ("dlopen", true)
      throw failure
    }
  }

  /// Queries and loads the plugin.
  package func library(shape: HostShape = .usual) throws -> PluginLibrary {
    guard isolation == .process else { return try preparing { try PluginLibrary(entry(), arena, shape: shape).loaded() } }
    let transport = try transport
    return PluginLibrary(apart: transport, path: plugin, page: lastCall, arena: arena) { [unowned self] loop in
      let process = try PluginProcess(transport, loop, crossings: crossings, front: hostInFront) { [unowned self] loss in
        if self.loss == nil { self.loss = loss }
      }
      processes.append((loop, process))
      return process
    }
  }

  /// The transport of the plugin, met without opening it here.
  private var transport: KitTransport {
    get throws {
      if let met { return met }
      do throws(TransportRefusal) {
        let found = try KitTransport(file: plugin, id: descriptor)
        met = found
        return found
      } catch  where error.field == "isolation" {
        throw TestUnable("\(error)")
      } catch {
        throw TestFailure("\(error)")
      }
    }
  }

  /// Creates an instance on a host like `offer`, without initialising it.
  package func created(_ offer: HostOffer = .full, config: String? = nil) throws -> Stage {
    try Stage(self, library(shape: offer.shape), offer.with(secrets: settings.secrets), config: config)
  }

  /// Creates an instance of a plugin that is already loaded, without initialising it.
  package func created(in library: PluginLibrary, _ offer: HostOffer = .full, loop: VirtualLoop? = nil) throws -> Stage {
    try Stage(self, library, offer.with(secrets: settings.secrets), loop: loop)
  }

  /// Creates, initialises and activates an instance on the virtual loop.
  package func stage(_ offer: HostOffer = .full) throws -> Stage {
    let stage = try created(offer)
    try stage.bringUp()
    return stage
  }
}
