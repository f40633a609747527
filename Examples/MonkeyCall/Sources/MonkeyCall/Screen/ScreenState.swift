/// All that a screen shows; the screens are functions from this to text.
struct ScreenState: Equatable, Sendable {
  enum Page: Equatable, Sendable {
    case idle, incoming, inCall, keypad
    /// A text that the user types; the question before it.
    case prompt(String)
    case failed(name: String, reason: String)
  }

  struct Row: Equatable, Sendable {
    var name: String
    var state: String
    var time: String
    var isHeard = false
    var isMuted = false
  }

  struct Recent: Equatable, Sendable {
    var name: String
    var way: String
    var text: String
    var time: String
  }

  var page = Page.idle
  /// The time of day, as 12:41.
  var time = ""
  var isDoNotDisturb = false
  var recents: [Recent] = []
  var rows: [Row] = []
  /// The caller that rings.
  var caller = ""
  /// The call in front while another rings; nil for none.
  var inFront: String?
  /// True while the call in front may be held.
  var canHold = true
  /// The digits that were typed on the keypad, or the text of a prompt.
  var typed = ""
  /// A sentence for the last event.
  var message = ""
}
