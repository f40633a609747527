import SIPWire
import Testing

/// A far end that the test controls: it calls, and sends faulty packets on request (RFC 3550).
final class FarSound {
  /// The number of packets that it sends, and of sequence numbers that it skips.
  static let (packets, lost) = (40, 6)

  private let signals: WireSocket
  private let sound: WireSocket
  private var phone: (signals: UInt16, sound: UInt16) = (0, 0)
  /// The phone's SSRC.
  private var theirs: ArraySlice<UInt8> = []

  init() throws {
    (signals, sound) = (try WireSocket(), try WireSocket())
  }

  /// Calls with one codec and RTCP on the port of RTP (RFC 5761).
  ///
  /// - Parameter attributes: Further lines of the offer, complete.
  func call(_ port: UInt16, _ attributes: String = "") throws {
    phone.signals = port
    let offer = SIPText.offer("127.0.0.1").replacing("m=audio 40000", with: "m=audio \(sound.port)") + "a=rtcp-mux\r\n" + attributes
    signals.send(SIPText.request("INVITE", from: signals, callID: "far\(sound.port)", branch: "far\(sound.port)", body: offer), to: port)
  }

  /// Waits for the answer, and acknowledges it.
  func acknowledge() throws {
    let tag = try awaitAnswer()
    signals.send(
      SIPText.request("ACK", from: signals, callID: "far\(sound.port)", branch: "ack\(sound.port)", toTag: tag), to: phone.signals)
  }

  /// Waits for the answer, and returns the phone's tag.
  func awaitAnswer() throws -> String {
    while let reply = signals.receive(within: 10) {
      guard reply.status == 200 else { continue }
      let media = try #require(reply.text.split(separator: "\r\n").first { $0.hasPrefix("m=audio ") })
      phone.sound = try #require(UInt16(media.split(separator: " ")[1]))
      return reply.tag
    }
    throw NobodyAnswers()
  }

  struct NobodyAnswers: Error {}

  /// Returns true when the phone sends a request with this method in time.
  func awaits(_ method: String) -> Bool {
    while let request = signals.receive(within: 10) {
      if request.method == method { return true }
    }
    return false
  }

  /// Returns true when a packet of the phone comes in time.
  func hears(within seconds: Double) -> Bool { sound.receiveBytes(within: seconds) != nil }

  /// Discards all received packets.
  func forget() { while sound.receiveBytes(within: 0) != nil {} }

  /// Sends one RTP packet.
  func sayOne(_ number: UInt16) { sound.send(rtp(number), to: phone.sound) }

  /// Sends packets in one burst: some numbers are missing, one packet is not RTP, and one is from another address.
  func speak() throws {
    let packet = try #require(sound.receiveBytes(within: 10), "the phone says nothing")
    theirs = packet[8..<12]
    for number in 0..<Self.packets {
      let sequence = number < Self.packets / 2 ? number : number + Self.lost
      sound.send(rtp(UInt16(1_000 + sequence)), to: phone.sound)
    }
    sound.send([1, 2, 3], to: phone.sound)
    try WireSocket(from: "127.0.0.2").send(rtp(9_999), to: phone.sound)
  }

  /// Answers the phone's report with 25 % loss, a jitter of 10 ms, and the phone's time stamp moved back by 250 ms.
  func report() throws {
    while let packet = sound.receiveBytes(within: 15) {
      guard packet[1] == 200 else { continue }
      let middle = UInt32(packet[10]) << 24 | UInt32(packet[11]) << 16 | UInt32(packet[12]) << 8 | UInt32(packet[13])
      var report: [UInt8] = [0x81, 201, 0, 7, 0, 0, 0, 9] + theirs + [64, 0, 0, 10]
      report += [0, 0, 0, 99] + Self.bytes(80) + Self.bytes(middle &- 0x4000) + Self.bytes(0)
      sound.send(report, to: phone.sound)
      return
    }
    Issue.record("the phone does not report")
  }

  private func rtp(_ sequence: UInt16) -> [UInt8] {
    [0x80, 0, UInt8(sequence >> 8), UInt8(sequence & 255)] + Self.bytes(UInt32(sequence) * 160) + [0, 0, 0, 9]
      + [UInt8](repeating: 0xFF, count: 160)
  }

  private static func bytes(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
}
