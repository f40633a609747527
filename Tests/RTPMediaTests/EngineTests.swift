import CRTPMedia
import Testing

@Suite("The engine of RTP")
struct EngineTests {
  @Test("opens an even port, and the odd one above it is its own")
  func ports() throws {
    let engine = try #require(crtp_engine_start(nil))
    defer { crtp_engine_stop(engine) }
    let session = try #require(crtp_open(engine, "127.0.0.1", 20_000, 21_000, 1))
    #expect(crtp_port(session) % 2 == 0)
    crtp_close(session)
  }
}
