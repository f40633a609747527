/// Re-exports the core's names (calls, actions, providers, errors) to importers of the host.
@_exported public import CallControl
