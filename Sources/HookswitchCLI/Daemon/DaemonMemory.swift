internal import CallStore
internal import Hookswitch
internal import HostConfiguration

extension DaemonConfig {
  /// The settings of the memory, which every program that opens it must share: retention counts for all of them.
  ///
  /// - Parameter host: the settings of the host, whose handles the memory compares.
  func storeSettings(_ host: HostSettings) -> StoreSettings {
    var settings = StoreSettings()
    (settings.days, settings.calls, settings.durability) = (days, calls, durability)
    settings.handles = StoreHandles(host.handles)
    return settings
  }

  /// Returns the emergency numbers whose calls always ring (J2): those of lines and of providers.
  ///
  /// - Parameter policy: the policy of all lines.
  func emergencyNumbers(_ policy: LinePolicy) -> [String] {
    policy.emergencyNumbers + (run.accounts ?? []).flatMap { $0.emergencyNumbers ?? [] }
  }

  /// The settings of the host about numbers: the country's, and the emergency numbers.
  ///
  /// - Parameter environment: the environment, which has the country when the configuration does not.
  func numberSettings(environment: [String: String]) -> (host: HostSettings, numbers: LocalNumbers?) {
    var settings = HostSettings()
    let numbers = run.numbers ?? .usual(environment: environment)
    numbers?.apply(to: &settings)
    return (settings, numbers)
  }
}
