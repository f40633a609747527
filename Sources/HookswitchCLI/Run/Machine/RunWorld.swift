internal import Hookswitch

/// The outside as the machine sees it while it runs a command: the present calls, and ids for new ones.
struct RunWorld {
  var calls: () -> [Call]
  var newCall: () -> CallID
  /// Reports the audio of all lines.
  var audio: () -> AudioReport = { AudioReport() }
  /// Sets a line's audio route, nil for the automatic one; returns the reason of a failure.
  var setRoute: (LineID, String?) -> String? = { _, _ in nil }
}
