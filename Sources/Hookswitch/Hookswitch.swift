/// Whoever imports the host has the names of the sound that its calls carry: devices, rings, tones.
@_exported public import CallAudio
/// And the core's: calls, actions, providers, errors.
@_exported public import CallControl
