package import Hookswitch

extension RunConfig {
  /// Gives a host's settings the policies of the configuration, and its lists of callers.
  ///
  /// - Parameters:
  ///   - settings: the settings.
  ///   - numbers: the number plan, whose emergency numbers count where the configuration has none; nil without a plan.
  package func apply(to settings: inout HostSettings, numbers: LocalNumbers?) {
    settings.policy = policy
    settings.blocked = blocked
    settings.letThrough = letThrough
    numbers?.apply(to: &settings)
    if let emergencyNumbers { settings.policy.emergencyNumbers = emergencyNumbers }
    (settings.policy, settings.policies) = screened(settings.policy)
  }
}
