/// A call rings.
enum IncomingScreen {
  static func body(_ state: ScreenState) -> [String] {
    var body = ["", "", "", Screen.center(state.caller), Screen.center("MonkeyCall audio")]
    if let inFront = state.inFront { body += ["", "", Screen.center("\(inFront) is on the line")] }
    return body
  }

  static func keys(_ state: ScreenState) -> [String] {
    guard state.inFront != nil else { return [" d decline                   space  ○──── answer →→→"] }
    return [state.canHold ? " h hold & answer     e end & answer     d decline" : " e end & answer     d decline"]
  }
}
