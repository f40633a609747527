/// The keypad of the call in front.
enum KeypadScreen {
  static let keys = [" 0-9 * # send a tone     esc back"]

  static func body(_ state: ScreenState) -> [String] {
    ["", Screen.center(state.typed.isEmpty ? "_" : state.typed), ""]
      + ["1   2   3", "4   5   6", "7   8   9", "*   0   #"].flatMap { [Screen.center($0), ""] }
  }
}
