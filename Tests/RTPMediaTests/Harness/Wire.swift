/// A network between two ends, in simulated time: it can delay, duplicate and drop datagrams.
///
/// Each end sees a port of the wire in place of the other.
final class Wire {
  /// The arrivals of a datagram: a delay in milliseconds for each copy.
  typealias Fate = (_ count: Int, _ datagram: [UInt8]) -> [Int]

  /// One direction of the wire.
  private struct Way {
    var from: Port
    var through: Port
    var to: UInt16
    var isControl: Bool
    var count = 0
    var onTheWay: [(due: UInt64, datagram: [UInt8])] = []
  }

  /// The ports that each end sends to, for RTP and RTCP.
  let facesA: (rtp: Port, rtcp: Port)
  let facesB: (rtp: Port, rtcp: Port)
  /// The fate of A's RTP, and of B's.
  var fateFromA: Fate = { _, _ in [0] }
  var fateFromB: Fate = { _, _ in [0] }
  /// The fate of both ends' RTCP.
  var fateOfControl: Fate = { _, _ in [0] }
  /// All RTP of A, with its times.
  private(set) var sentByA: [(time: UInt64, packet: RTPPacket)] = []
  private var ways: [Way]

  init(a: UInt16, b: UInt16) throws {
    facesA = (try Port(), try Port())
    facesB = (try Port(), try Port())
    ways = [
      Way(from: facesA.rtp, through: facesB.rtp, to: b, isControl: false),
      Way(from: facesB.rtp, through: facesA.rtp, to: a, isControl: false),
      Way(from: facesA.rtcp, through: facesB.rtcp, to: b + 1, isControl: true),
      Way(from: facesB.rtcp, through: facesA.rtcp, to: a + 1, isControl: true),
    ]
  }

  /// Collects sent datagrams, and delivers the due ones.
  func carry(_ now: UInt64) {
    for index in ways.indices {
      while let datagram = ways[index].from.receive() {
        if index == 0, let packet = RTPPacket(datagram) { sentByA.append((now, packet)) }
        let fate = ways[index].isControl ? fateOfControl : index == 0 ? fateFromA : fateFromB
        for delay in fate(ways[index].count, datagram) { ways[index].onTheWay.append((now + UInt64(delay) * 1_000_000, datagram)) }
        ways[index].count += 1
      }
      let due = ways[index].onTheWay.filter { $0.due <= now }.sorted { $0.due < $1.due }
      ways[index].onTheWay.removeAll { $0.due <= now }
      for (_, datagram) in due { ways[index].through.send(datagram, to: ways[index].to) }
    }
  }
}
