/// Programs that import Hookswitch also see the core's types: calls, actions, providers, errors.
@_exported public import CallControl
/// The host's own types.
@_exported public import HookswitchCore

#if HOOKSWITCH_SOUND
  /// The audio types: devices, rings, tones.
  @_exported public import CallAudio
#endif
