internal import TransportKit

/// Digits that go as INFO, each once the one before is answered.
struct InfoDigits {
  var action: Action
  /// Those that are not answered yet.
  var rest: Substring
}
