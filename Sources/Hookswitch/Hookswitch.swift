/// Whoever imports the host has the core's names too: calls, actions, providers, errors.
@_exported public import CallControl
