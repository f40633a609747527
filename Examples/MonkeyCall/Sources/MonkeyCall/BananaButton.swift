import Hookswitch

/// The app's own button in the call's screen; its press comes to the app as the provider's `didPressButtonOf`.
enum BananaButton {
  static let button = CallButton(title: "Banana")

  /// The sentence after a press.
  static func sentence(for call: String) -> String { "You sent \(call) a banana." }
}
