/// Whoever imports the host has the core's names: calls, actions, providers, errors.
@_exported public import CallControl
