import Testing

@testable import MonkeyCall

@Suite("Screens") struct ScreenTests {
  private static let pages: [ScreenState.Page] = [
    .idle, .incoming, .inCall, .keypad, .prompt("Whom do you call?"), .failed(name: "kong", reason: "The network cannot be reached."),
  ]

  @Test("A screen has 20 lines of at most 60 characters, however much it shows", arguments: pages)
  func size(page: ScreenState.Page) {
    var state = ScreenState()
    state.page = page
    state.time = "12:41"
    state.caller = String(repeating: "bubbles ", count: 20)
    state.message = String(repeating: "message ", count: 20)
    state.rows = (0..<40).map { .init(name: String(repeating: "name\($0)", count: 9), state: "Connected", time: "0:07", isHeard: true) }
    state.recents = (0..<40).map { .init(name: "name\($0)", way: "outgoing", text: "0:42", time: "12:38") }
    let lines = Screen.lines(state)
    #expect(lines.count == Screen.height && lines.allSatisfy { $0.count <= Screen.width })
  }

  @Test("Keys are read as a terminal sends them") func keys() {
    #expect(Key.all([99, 13, 127, 3]) == [.character("c"), .enter, .delete, .end])
    #expect(Key.all([27]) == [.escape] && Key.all([27, 91, 65]).isEmpty && Key.all([0xC3, 0xA9]).isEmpty)
  }
}
