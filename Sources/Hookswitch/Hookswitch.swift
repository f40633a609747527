/// Whoever imports the host has the core's names: calls, actions, providers, errors.
@_exported public import CallControl
/// And the host's own.
@_exported public import HookswitchCore

#if HOOKSWITCH_SOUND
  /// And those of the sound that its calls carry: devices, rings, tones.
  @_exported public import CallAudio
#endif
