internal import Hookswitch
internal import TransportLoader

/// A provider to add to a host: its transport's code is loaded, but no instance runs.
struct PreparedProvider: Sendable {
  var account: RunConfig.Account
  var transport: LoadedTransport
  var line: LineID

  var id: ProviderID { ProviderID(rawValue: account.name) }

  /// The provider as the machine knows it.
  func shown(in file: String) -> RunProvider {
    RunProvider(id: id, kinds: transport.descriptor.handleKinds, settings: account.settingsPath.map { "\(file): \($0)" })
  }

  /// Adds the provider to a host, which starts its instance.
  func add(to host: CallHost) throws(HostError) {
    var settings = TransportSettings()
    settings.hostVersion = hookswitchVersion
    // Log errors and warnings.
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
