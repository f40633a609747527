internal import Hookswitch

/// What `hookswitch run` looks at when it reads a command: the calls as they are at this moment, and fresh names for new ones.
struct RunWorld {
  var calls: () -> [Call]
  var newCall: () -> CallID
  /// How the audio of all lines is.
  var audio: () -> AudioReport = { AudioReport() }
  /// Sends a line's sound another way, nil: as the desktop and the provider want; returns why that cannot be.
  var setRoute: (LineID, String?) -> String? = { _, _ in nil }
}
