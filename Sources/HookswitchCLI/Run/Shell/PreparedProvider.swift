internal import Hookswitch
internal import TransportLoader

/// A provider that is to be added to a host: its transport's code is loaded, no instance runs.
struct PreparedProvider: Sendable {
  var account: RunConfig.Account
  var transport: LoadedTransport
  var line: LineID

  var id: ProviderID { ProviderID(rawValue: account.name) }

  /// How the machine knows it.
  func shown(in file: String) -> RunProvider {
    RunProvider(id: id, kinds: transport.descriptor.handleKinds, settings: account.settingsPath.map { "\(file): \($0)" })
  }

  /// Adds it; its instance begins to run.
  func add(to host: CallHost) throws(HostError) {
    var settings = TransportSettings()
    settings.hostVersion = hookswitchVersion
    // Errors and warnings.
    settings.logLevel = 2
    let provider = try host.addProvider(id, transport: transport, configuration: account.settings, line: line, settings: settings)
    guard account.differsFromTransport else { return }
    var configuration = provider.configuration
    if let maximum = account.maximumCallGroups { configuration.maximumCallGroups = maximum }
    if let maximum = account.maximumCallsPerCallGroup { configuration.maximumCallsPerCallGroup = maximum }
    if let numbers = account.emergencyNumbers { configuration.emergencyNumbers = numbers }
    configuration.deadlines = account.deadlines
    provider.configuration = configuration
  }
}
