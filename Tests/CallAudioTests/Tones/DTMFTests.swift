import CallAudio
import Testing
import ToneTrials

@Suite("DTMF")
struct DTMFTests {
  @Test("every sent digit is detected, at every rate", arguments: AudioRate.allCases)
  func heard(rate: AudioRate) throws {
    let samples = try #require(DTMFSender.samples(DTMFTrial.digits, rate: rate))
    #expect(DTMFDetector.digits(in: samples, rate: rate) == DTMFTrial.digits)
  }

  @Test("each digit has its two frequencies, at their levels, for its duration, to the sample", arguments: Array("123A456B789C*0#D"))
  func sound(digit: Character) throws {
    let place = try #require(DTMFTrial.digits.firstIndex(of: digit)).utf16Offset(in: DTMFTrial.digits)
    let low = [697.0, 770, 852, 941][place / 4]
    let high = [1209.0, 1336, 1477, 1633][place % 4]
    let style = DTMFStyle(level: -12, twist: 3, on: 200, off: 50)
    let samples = try #require(DTMFSender.samples(String(digit), style: style, rate: .narrowband))
    #expect(samples.count == 2_000)
    #expect(samples[1_600...].allSatisfy { $0 == 0 } && samples[1_590...].contains { $0 != 0 })
    let meter = SoundMeter(samples[..<1_600], rate: .narrowband).middle(without: .milliseconds(3))
    #expect(abs(meter.dBm0(at: low) + 12) < 0.1)
    #expect(abs(meter.dBm0(at: high) + 9) < 0.1)
    #expect(abs(meter.frequency(from: 600, to: 1_050) - low) < 0.3)
    #expect(abs(meter.frequency(from: 1_100, to: 1_800) - high) < 0.3)
  }

  @Test("events report the beginning and end of each digit, also of a repeated one")
  func events() throws {
    let style = DTMFStyle(on: 60, off: 60)
    let samples = try #require(DTMFSender.samples("55", style: style, rate: .narrowband)) + [Int16](repeating: 0, count: 800)
    let events = DTMFDetector(rate: .narrowband).hear(samples)
    #expect(events.map(\.digit) == ["5", nil, "5", nil])
    for (event, truth) in zip(events, [0, 60, 120, 180]) {
      let late = event.time - .milliseconds(truth)
      #expect(late > .milliseconds(10) && late < .milliseconds(40), "\(late)")
    }
  }

  @Test("invalid digits and too many digits are refused as a whole")
  func refused() {
    var sender = DTMFSender(rate: .narrowband)
    let answers = ["12x", "", String(repeating: "1", count: 129), "a", "é"].map { sender.send($0) }
    #expect(answers == [false, true, false, false, false])
    let silence = sender.next(800)
    #expect(silence.allSatisfy { $0 == 0 })
    let full = [String(repeating: "1", count: 128), "1"].map { sender.send($0) }
    #expect(full == [true, false])
    #expect(DTMFSender.samples("a", rate: .narrowband) == nil)
  }

  @Test("a stop silences the present digit within 2 ms, and the queue is never sent")
  func stop() {
    var sender = DTMFSender(rate: .narrowband)
    let begun = sender.send("159") ? sender.next(400) : []
    #expect(begun.suffix(16).contains { $0 != 0 })
    sender.stop()
    let rest = sender.next(8_000)
    #expect(rest.prefix(16).contains { $0 != 0 })
    #expect(rest[16...].allSatisfy { $0 == 0 })
    let next = sender.send("2") ? sender.next(1_600) : []
    #expect(DTMFDetector.digits(in: next, rate: .narrowband) == "2")
  }

  @Test(
    "digits of 40 ms at -20 dBm0 are detected at 15 dB signal-to-noise, with the high tone 4 dB above to 8 dB below the low one",
    arguments: [4.0, 0, -8])
  func hard(twist: Double) throws {
    // The weaker tone has -20 dBm0.
    let style = DTMFStyle(level: -20 + max(0, -twist), twist: twist, on: 40, off: 40)
    var trial = DTMFTrial(seed: 15, style: style)
    trial.signalToNoise = 15
    let result = trial.run(rounds: 12)
    // A few of 100,000 digits are missed; these seeds contain none of them.
    #expect(result.heard == result.sent, "\(result)")
    #expect(result.wrong == 0, "\(result)")
  }
}
