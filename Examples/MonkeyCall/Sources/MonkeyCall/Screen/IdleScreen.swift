/// No call: the recents.
enum IdleScreen {
  static let keys = [
    " c call     r redial     p phone     i somebody calls you", " n do not disturb        k block     q quit",
  ]

  static func body(_ state: ScreenState) -> [String] {
    guard !state.recents.isEmpty else { return [" Recents", "", Screen.center("No calls yet. Press c, and call koko.")] }
    return [" Recents"]
      + state.recents.map { recent in
        Screen.pad("   \(Screen.column(recent.name, 24))\(Screen.column(recent.way, 10))\(recent.text)", "\(recent.time) ")
      }
  }
}
