import CallMixing
import Foundation
import Testing

@testable import CallAudio

@Suite("Sound files as microphone and loudspeaker")
struct FileDeviceTests {
  private let folder: TestFolder
  private let rings: TestRings

  init() throws {
    folder = try TestFolder()
    rings = try TestRings()
  }

  @Test("every sample of the input file is captured once, then silence; every sample played is in the output file")
  func byHand() throws {
    let speech = TestSound.ramp(4_000)
    try write(speech, to: "in.wav")
    let device = FileDevice(microphone: folder.file("in.wav"), loudspeaker: folder.file("out.wav"), pace: .byHand)
    try device.open(capture: rings.capture, playback: rings.playback) { _ in }
    var heard: [Int16] = []
    let music = TestSound.sine(440, seconds: 0.2)
    for tick in 0..<10 {
      device.pump()
      heard += try #require(rings.tick(playing: Array(music[tick * 960..<tick * 960 + 960])))
    }
    device.pump()
    #expect(device.counters.captured == 4_000)
    device.close()
    #expect(heard == speech + [Int16](repeating: 0, count: 5_600))
    #expect(try read("out.wav") == music)
    #expect(rings.capture.overruns == 0 && rings.playback.overruns == 0 && rings.capture.underruns == 0)
  }

  @Test("a repeated file continues without a gap")
  func repeats() throws {
    let speech = TestSound.ramp(1_000)
    try write(speech, to: "in.wav")
    let device = FileDevice(microphone: folder.file("in.wav"), repeats: true, pace: .byHand)
    try device.open(capture: rings.capture, playback: rings.playback) { _ in }
    var heard: [Int16] = []
    for _ in 0..<5 {
      device.pump()
      heard += try #require(rings.tick(playing: nil))
    }
    #expect(heard == (0..<4_800).map { speech[$0 % 1_000] })
  }

  @Test("an empty repeated file is silent, and does not hang")
  func empty() throws {
    try write([], to: "in.wav")
    let device = FileDevice(microphone: folder.file("in.wav"), repeats: true, pace: .byHand)
    try device.open(capture: rings.capture, playback: rings.playback) { _ in }
    device.pump()
    #expect(rings.tick(playing: nil) == [Int16](repeating: 0, count: 960))
  }

  @Test(
    "files of other rates and channels are heard at the same pitch, level and length", arguments: [8_000, 11_025, 44_100, 96_000], [1, 2])
  func rates(rate: Int, channels: Int) throws {
    let sine = TestSound.sine(440, seconds: 1, rate: rate)
    try write(sine.flatMap { [Int16](repeating: $0, count: channels) }, to: "in.wav", rate: rate, channels: channels)
    let reader = try WaveReader(folder.file("in.wav"), rate: .fullband)
    var heard = [Int16](repeating: 0, count: 60_000)
    heard.removeLast(60_000 - heard.withUnsafeMutableBufferPointer { reader.read(into: $0, repeating: false) })
    #expect(abs(heard.count - 48_000) < 48)
    let meter = SoundMeter(heard, rate: .fullband).middle()
    #expect(abs(meter.dBFS + 13.01) < 0.1)
    #expect(abs(meter.frequency() - 440) < 0.1)
  }

  @Test("with its own thread the device follows the engine")
  func thread() async throws {
    try write(TestSound.sine(440, seconds: 1), to: "in.wav")
    let device = FileDevice(microphone: folder.file("in.wav"), loudspeaker: folder.file("out.wav"), repeats: true)
    try device.open(capture: rings.capture, playback: rings.playback) { _ in }
    let engine = try #require(RealTimeTicker(rings, playing: TestSound.sine(1_000, seconds: 1)))
    let heard = await engine.heard(seconds: 1)
    engine.stop()
    device.close()
    #expect(abs(SoundMeter(heard, rate: .fullband).frequency() - 440) < 1)
    let played = try read("out.wav")
    #expect(played.count > 24_000)
    #expect(abs(SoundMeter(played, rate: .fullband).frequency() - 1_000) < 1)
  }

  @Test("unreadable and unwritable files are reported by open")
  func errors() throws {
    #expect(throws: AudioDeviceError.Code.unreadable) { try open(FileDevice(microphone: folder.file("none.wav"))) }
    #expect(throws: AudioDeviceError.Code.unwritable) { try open(FileDevice(loudspeaker: folder.file("none/out.wav"))) }
    try Data("no sound".utf8).write(to: URL(filePath: folder.file("text.wav")))
    #expect(throws: AudioDeviceError.Code.unreadable) { try open(FileDevice(microphone: folder.file("text.wav"))) }
  }

  private func open(_ device: FileDevice) throws {
    do {
      try device.open(capture: rings.capture, playback: rings.playback) { _ in }
    } catch {
      #expect(device.state == .closed)
      throw error.code
    }
  }

  private func write(_ samples: [Int16], to name: String, rate: Int = 48_000, channels: Int = 1) throws {
    try WaveWriter(folder.file(name), rate: rate, channels: channels, replacing: false).write(samples)
  }

  private func read(_ name: String) throws -> [Int16] { try WaveFile(folder.file(name)).samples }
}

extension AudioDeviceError.Code: Error {}
