import CallMixing
import Testing

@testable import CallAudio

@Suite("Samples in memory as microphone and loudspeaker")
struct MemoryDeviceTests {
  @Test("the engine captures the queued samples, and the device returns the played ones, sample for sample")
  func copies() throws {
    let rings = try TestRings()
    let device = MemoryDevice()
    let speech = TestSound.ramp(2_000)
    device.speak(speech)
    try device.open(capture: rings.capture, playback: rings.playback) { _ in }
    var heard: [Int16] = []
    for tick in 0..<4 {
      device.pump()
      heard += try #require(rings.tick(playing: TestSound.ramp(960, from: tick * 960)))
    }
    device.pump()
    #expect(heard == speech + [Int16](repeating: 0, count: 1_840))
    #expect(device.takeHeard() == TestSound.ramp(3_840, from: 0))
    #expect(device.takeHeard().isEmpty)
    #expect(device.counters.played == 3_840)
    device.close()
    #expect(device.state == .closed)
  }

  @Test("rings of another rate are refused", arguments: [AudioRate.narrowband, .wideband])
  func rates(rate: AudioRate) throws {
    let arena = RingArena()
    let ring = try arena.ring(rate)
    let devices: [any AudioDevice] = [MemoryDevice(), FileDevice(), PulseDevice()]
    for device in devices {
      #expect(throws: AudioDeviceError.self) { try device.open(capture: ring, playback: ring) { _ in } }
      #expect(device.state == .closed)
    }
  }
}
