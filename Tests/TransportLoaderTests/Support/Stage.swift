import Testing

@testable import TransportLoader

/// One activated instance of a compiled fixture, and its messages.
struct Stage {
  let workshop: Workshop
  let recorder = Recorder()
  let instance: TransportInstance

  init(
    defines: [String] = ["NOTE"], patience: UInt32 = 2000, configuration: String = "", waits: Bool = true,
    secrets: SecretStore = SecretStore(folder: nil, variable: nil)
  ) throws {
    workshop = try Workshop()
    let path = try workshop.compile(defines: defines)
    let catalog = TransportCatalog(searching: SearchPath(folders: [.init(path: workshop.folder, source: .option)]))
    let candidate = try #require(catalog.usable.first { $0.file == TrustedFile.resolve(path) }, "\(catalog.candidates.map(\.line))")
    var settings = TransportSettings()
    settings.patienceMilliseconds = patience
    settings.drainGraceMilliseconds = 50
    settings.secrets = secrets
    instance = try TransportInstance(LoadedTransport(candidate, contact: .none), settings: settings, sink: recorder)
    instance.begin(configuration: configuration)
    if waits { #expect(recorder.wait(for: "line")) }
  }

  /// Starts a call to `handle`.
  @discardableResult
  func dial(_ handle: String) -> (action: ActionHandle, call: CallHandle) {
    var info = TransportCallInfo()
    info.handleKind = "generic"
    info.handle = handle
    return instance.request(.start(to: info), deadlineMilliseconds: 1000)
  }

  /// Closes the instance and waits for its last message.
  func close() {
    instance.close()
    #expect(recorder.wait { $0.contains { $0.text == "closed" || $0.text.hasPrefix("lost") } })
  }
}
