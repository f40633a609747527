/// A call that could not be made.
enum FailedScreen {
  static let keys = [" r again     any other key back"]

  static func body(_ name: String, _ reason: String) -> [String] {
    ["", "", "", Screen.center(name), Screen.center("Call failed"), "", Screen.center(reason)]
  }
}
