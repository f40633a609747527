internal import CallControl

/// The settings that a `configure` step changes; nil and absent ones stay.
struct ProviderChange: Sendable {
  var maximumCallGroups: Int?
  var maximumCallsPerCallGroup: Int?
  var handleTypes: Set<Handle.Kind>?
  /// The changes of capabilities; its other members are nil.
  var flags = CallUpdate()

  func apply(to configuration: inout ProviderConfiguration) {
    if let maximumCallGroups { configuration.maximumCallGroups = maximumCallGroups }
    if let maximumCallsPerCallGroup { configuration.maximumCallsPerCallGroup = maximumCallsPerCallGroup }
    if let handleTypes { configuration.supportedHandleTypes = handleTypes }
    configuration.capabilities = flags.applied(to: configuration.capabilities)
  }
}
