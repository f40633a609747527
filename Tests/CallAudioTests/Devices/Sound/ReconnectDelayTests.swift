import Testing

@testable import CallAudio

@Suite("How long to wait before the sound server is asked again")
struct ReconnectDelayTests {
  @Test("half a second, twice as long each time, ten seconds at most; from the start again after it has answered")
  func delays() {
    var delay = ReconnectDelay()
    #expect((0..<7).map { _ in delay.wait() / 1_000 } == [500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000])
    delay.succeeded()
    #expect(delay.wait() == 500_000)
  }
}
