import Testing

@testable import CallAudio

@Suite("The delay before the next connection attempt")
struct ReconnectDelayTests {
  @Test("doubles from 0.5 s to at most 10 s, and starts anew after a success")
  func delays() {
    var delay = ReconnectDelay()
    #expect((0..<7).map { _ in delay.wait() / 1_000 } == [500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000])
    delay.succeeded()
    #expect(delay.wait() == 500_000)
  }
}
