/// One call or more.
enum InCallScreen {
  static func body(_ state: ScreenState) -> [String] {
    [""]
      + state.rows.map { row in
        let marks = [row.isHeard ? "◂ heard" : nil, row.isMuted ? "muted" : nil].compactMap { $0 }.joined(separator: "  ")
        return "   \(Screen.column(row.name, 21))\(Screen.column(row.state, 13))\(Screen.column(row.time, 7))\(marks)"
      }
  }

  static func keys(_ state: ScreenState) -> [String] {
    let others = state.rows.count > 1 ? " h hold       s swap        g merge       x end" : " h hold       + add call    x end"
    return [" m mute       k keypad      b banana", others]
  }
}
