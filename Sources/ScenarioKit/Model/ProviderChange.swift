internal import CallControl

/// The settings that a `configure` step changes; nil and absent ones stay.
struct ProviderChange: Sendable {
  var maximumCallGroups: Int?
  var maximumCallsPerCallGroup: Int?
  var handleTypes: Set<Handle.Kind>?
  var flags: [CallFlag: Bool] = [:]

  func apply(to configuration: inout ProviderConfiguration) {
    if let maximumCallGroups { configuration.maximumCallGroups = maximumCallGroups }
    if let maximumCallsPerCallGroup { configuration.maximumCallsPerCallGroup = maximumCallsPerCallGroup }
    if let handleTypes { configuration.supportedHandleTypes = handleTypes }
    for (flag, value) in flags {
      if value {
        configuration.capabilities.insert(flag.capability)
      } else {
        configuration.capabilities.remove(flag.capability)
      }
    }
  }
}
