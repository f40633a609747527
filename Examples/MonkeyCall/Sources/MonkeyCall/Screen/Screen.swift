/// The frame of every screen: 60 columns, 20 lines, the message on the last one.
enum Screen {
  static let width = 60
  static let height = 20

  /// Returns the lines of a state, each at most `width` characters.
  static func lines(_ state: ScreenState) -> [String] {
    var body: [String]
    var keys: [String]
    switch state.page {
    case .idle: (body, keys) = (IdleScreen.body(state), IdleScreen.keys)
    case .incoming: (body, keys) = (IncomingScreen.body(state), IncomingScreen.keys(state))
    case .inCall: (body, keys) = (InCallScreen.body(state), InCallScreen.keys(state))
    case .keypad: (body, keys) = (KeypadScreen.body(state), KeypadScreen.keys)
    case .prompt(let question): (body, keys) = (["", "", " \(question)", " > \(state.typed)_"], [" enter done     esc back"])
    case .failed(let name, let reason): (body, keys) = (FailedScreen.body(name, reason), FailedScreen.keys)
    }
    let status = state.isDoNotDisturb ? "do not disturb" : "ready"
    let head = [pad(" MonkeyCall", "\(state.time)  \(status) "), " " + String(repeating: "─", count: width - 2)]
    body = Array(body.prefix(height - head.count - keys.count - 2))
    let gap = height - head.count - body.count - keys.count - 1
    keys += [state.message.isEmpty ? "" : " \(state.message)"]
    return (head + body + Array(repeating: "", count: gap) + keys).map { String($0.prefix(width)) }
  }

  /// Returns the texts at both ends of a line.
  static func pad(_ left: String, _ right: String) -> String {
    left + String(repeating: " ", count: max(1, width - left.count - right.count)) + right
  }

  /// Returns the text in the middle of a line.
  static func center(_ text: String) -> String { String(repeating: " ", count: max(0, (width - text.count) / 2)) + text }

  /// Returns the text filled to `count` columns.
  static func column(_ text: String, _ count: Int) -> String {
    text.count >= count ? String(text.prefix(count - 1)) + " " : text + String(repeating: " ", count: count - text.count)
  }
}
