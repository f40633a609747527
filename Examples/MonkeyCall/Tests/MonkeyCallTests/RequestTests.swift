import Hookswitch
import Testing

@testable import MonkeyCall

@Suite("Requests from outside") struct RequestTests {
  @Test("A link of the app's scheme names a far end", arguments: ["monkeycall://koko", "monkeycall:koko"])
  func links(link: String) { #expect(StartCallRequest(link: link)?.handle.value == "koko") }

  @Test(
    "Another text requests no call",
    arguments: ["", "koko", "https://koko", "monkeycall://", "start-audio-call", "start-audio-call {", "play {}"])
  func others(text: String) {
    #expect(StartCallRequest(link: text) == nil)
    #expect(StartCallRequest(activity: text) == nil)
  }

  @Test("An activity has the handle as JSON") func activity() {
    #expect(StartCallRequest(activity: #"start-audio-call {"handle": "koko"}"#)?.handle.value == "koko")
    #expect(StartCallRequest(activity: #"start-video {"handle": "koko"}"#) == nil)
  }
}
