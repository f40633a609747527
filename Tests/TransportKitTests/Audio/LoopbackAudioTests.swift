import Foundation
import TestRings
import Testing
import TransportABI

/// The audio of Loopback's far ends.
@Suite struct LoopbackAudioTests {
  /// One attached call, and a speaker that sends one frame per tick.
  private final class Ear {
    let rig: Rig
    let call: hsw_call
    let rate: Int
    let toNet, fromNet: TestRing
    private var spoken = 0
    private var heard: [Int16] = []

    init(_ rig: Rig, _ call: hsw_call, rate: Int = 8000) throws {
      self.rig = rig
      self.call = call
      self.rate = rate
      toNet = TestRing(samples: rate / 50)
      fromNet = TestRing(samples: rate / 50)
      let audio = try #require(rig.find(HSW_EXT_AUDIO, hsw_audio.self))
      var format = hsw_audio_format(
        size: 16, rate: UInt32(rate), channels: 1, sample: UInt16(HSW_SAMPLE_S16LE), frame_us: 20_000)
      var (near, far) = (toNet.table, fromNet.table)
      #expect(audio.attach!(rig.context, call, &format, &near, &far) == HSW_OK)
    }

    /// Sends a frame of a tone at -10 dBFS.
    func speak(_ hertz: Double) {
      toNet.put(
        (0..<rate / 50).map { index in Int16(10_362 * sin(2 * Double.pi * hertz * Double(spoken + index) / Double(rate))) })
      spoken += rate / 50
    }

    func tick() { rig.find(HSW_EXT_AUDIO, hsw_audio.self)?.tick!(rig.context, 0) }

    /// Takes the frame that arrived in this tick.
    func listen() { while let frame = fromNet.count > 0 ? fromNet.take() : nil { heard += frame } }

    /// Runs so many ticks, for all calls, and returns the frequency and the level in dBFS of the audio received meanwhile.
    func pass(_ frames: Int = 50, speaking hertz: Double? = nil, with others: [Ear] = []) -> (hertz: Int, level: Double) {
      for ear in [self] + others { ear.heard = [] }
      for _ in 0..<frames {
        if let hertz { speak(hertz) }
        for ear in [self] + others { ear.tick() }
        for ear in [self] + others { ear.listen() }
      }
      return measure()
    }

    func measure() -> (hertz: Int, level: Double) {
      // The first 100 ms may contain part of an earlier sound.
      let samples = heard.dropFirst(rate / 10).map(Double.init)
      guard !samples.isEmpty else { return (0, -.infinity) }
      let power = samples.reduce(0) { $0 + $1 * $1 } / Double(samples.count)
      let crossings = zip(samples, samples.dropFirst()).count { $0 < 0 && $1 >= 0 }
      return (Int((Double(crossings) * Double(rate) / Double(samples.count)).rounded()), 10 * log10(power / (32768 * 32768)))
    }

    var sees: String { rig.observe(call) ?? "" }
  }

  private func connected(_ rig: Rig, _ number: String = "5550199") -> hsw_call {
    let call = rig.dial(number)
    if number == "5550199" { rig.order(call, HSW_ORDER_ANSWER) }
    return call
  }

  @Test(arguments: [8000, 16_000, 48_000], [440.0, 1000.0])
  func hswR107AScriptedFarEndEchoesWhatItHears(rate: Int, hertz: Double) throws {
    let rig = try Rig(.loopback)
    let ear = try Ear(rig, connected(rig, "5550100"), rate: rate)
    let heard = ear.pass(speaking: hertz)
    #expect(abs(Double(heard.hertz) - hertz) <= 2 && abs(heard.level + 13.0) < 0.1)
    #expect(ear.sees.contains("\"tone\":\(Int(hertz))"))
    // It answers within its tick: no frame is in transit.
    #expect(ear.toNet.count == 0 && ear.fromNet.ask(hsw_ring_overruns) == 0)
    #expect(ear.pass(20).level == -.infinity && ear.sees.contains("\"tone\":0"))
    rig.destroy()
  }

  @Test func aFarEndForTestsSaysOnlyWhatItIsTold() throws {
    let rig = try Rig(.loopback)
    let call = rig.dial("5550199")
    #expect(rig.order(call, HSW_ORDER_TONE, "440") == HSW_E_STATE)
    rig.order(call, HSW_ORDER_ANSWER)
    let ear = try Ear(rig, call)
    #expect(ear.pass(speaking: 700).level == -.infinity, "it does nothing unasked")
    #expect(ear.sees.contains("\"tone\":700"))
    #expect(rig.order(call, HSW_ORDER_TONE, "440") == HSW_OK)
    let tone = ear.pass()
    #expect(abs(tone.hertz - 440) <= 2 && abs(tone.level + 13.0) < 0.1)
    #expect(rig.order(call, HSW_ORDER_ECHO) == HSW_OK)
    #expect(abs(ear.pass(speaking: 900).hertz - 900) <= 2)
    #expect(rig.order(call, HSW_ORDER_SILENCE) == HSW_OK)
    #expect(ear.pass(speaking: 900).level == -.infinity)
    for odd in ["", "0", "-5", "x", "99999"] { #expect(rig.order(call, HSW_ORDER_TONE, odd) == HSW_E_INVAL) }
    rig.destroy()
  }

  @Test(arguments: ["our hold", "their hold", "mute"])
  func hswR107NothingPassesWhileHeldAndNothingOutWhileMuted(how: String) throws {
    let rig = try Rig(.loopback)
    let call = connected(rig)
    let ear = try Ear(rig, call)
    #expect(rig.order(call, HSW_ORDER_TONE, "440") == HSW_OK)
    func set(_ on: Bool) {
      switch how {
      case "our hold": rig.hold(call, on ? 1 : 0)
      case "their hold": rig.order(call, on ? HSW_ORDER_HOLD : HSW_ORDER_RESUME)
      default: rig.mute(call, on ? 1 : 0)
      }
    }
    set(true)
    let quiet = ear.pass(speaking: 700)
    #expect(ear.sees.contains("\"tone\":0"), "nothing of ours goes out")
    #expect(how == "mute" ? abs(quiet.hertz - 440) <= 2 : quiet.level == -.infinity)
    set(false)
    #expect(abs(ear.pass(speaking: 700).hertz - 440) <= 2 && ear.sees.contains("\"tone\":700"))
    rig.destroy()
  }

  @Test func anAnnouncementIsHeardBeforeTheAnswer() throws {
    let rig = try Rig(.loopback)
    let ear = try Ear(rig, rig.dial("5550117"))
    #expect(abs(ear.pass(speaking: 700).hertz - 500) <= 2)
    #expect(ear.sees.contains("\"tone\":0") || ear.sees.isEmpty, "and nobody hears us yet")
    rig.host.advance(2)
    #expect(abs(ear.pass(speaking: 700).hertz - 700) <= 2)
    rig.destroy()
  }

  @Test(arguments: [8000, 16_000, 48_000], [8000, 16_000, 48_000])
  func soundCrossesBetweenTwoInstancesOfAnyTwoRates(near: Int, far: Int) throws {
    let host = TestHost()
    let number = "777\(near)\(far)"
    let callee = try Rig(.loopback, #"{"own-numbers": ["\#(number)"]}"#)
    let caller = try Rig(.loopback, host: host)
    let call = caller.dial(number)
    callee.host.turn()
    let other = callee.host.call("a")
    #expect(callee.answer(other) == HSW_PENDING)
    for _ in 0..<3 { host.turn(); callee.host.turn() }
    let (one, two) = (try Ear(caller, call, rate: near), try Ear(callee, other, rate: far))
    let silence = one.pass(speaking: 440, with: [two])
    let heard = two.measure()
    #expect(silence.level == -.infinity && abs(heard.hertz - 440) <= 2 && abs(heard.level + 13.0) < 0.5)
    #expect(one.sees.contains("\"tone\":440"), "what leaves us is what the other end hears")
    _ = two.pass(speaking: 600, with: [one])
    #expect(abs(one.measure().hertz - 600) <= 2)
    #expect(callee.hold(other) == HSW_PENDING)
    for _ in 0..<3 { host.turn(); callee.host.turn() }
    #expect(two.pass(speaking: 600, with: [one]).level == -.infinity && one.measure().level == -.infinity)
    caller.destroy()
    callee.host.turn()
    callee.destroy()
  }

  @Test func hswR103AttachingAHundredTimesLeavesNothingBehind() throws {
    let rig = try Rig(.loopback)
    let call = connected(rig, "5550100")
    let audio = try #require(rig.find(HSW_EXT_AUDIO, hsw_audio.self))
    for _ in 0..<100 {
      let ear = try Ear(rig, call)
      #expect(abs(ear.pass(10, speaking: 440).hertz - 440) <= 10)
      audio.detach!(rig.context, call)
      ear.toNet.takeBack()
      ear.fromNet.takeBack()
      ear.tick()
    }
    rig.destroy()
  }
}
