internal import HostDoors
internal import HostSurface
internal import StrictJSON

extension FuzzTarget {
  /// Splits a stream of the socket into lines, with small limits, and reads each line as a request.
  ///
  /// The first byte is the size of the portions in which the stream arrives. The lines do not depend on it.
  static let framing = FuzzTarget(name: "framing") { bytes in
    guard let first = bytes.first else { return }
    var limits = DoorLimits()
    (limits.line, limits.importLine, limits.depth, limits.members) = (64, 256, 8, 8)
    let stream = bytes.dropFirst()
    let frames = lines(of: stream, portion: Int(first) + 1, limits)
    precondition(frames == lines(of: stream, portion: stream.count + 1, limits), "the lines depend on the portions")
    for case .line(let line) in frames {
      precondition(!line.isEmpty && line.count <= limits.importLine && !line.contains(10), "a wrong line")
      guard case .wrong(let id, let error, _) = RequestReader.read(line, limits: limits) else { continue }
      let reply = ReplyWriter.reply(to: id, .failure(error))
      precondition(reply.last == 10 && reply.dropLast().allSatisfy { $0 != 10 }, "a reply of several lines")
      precondition((try? JSONReader.read(reply))?["error"]?["code"]?.integer == error.number, "a reply that cannot be read")
    }
  }

  private static func lines(of stream: ArraySlice<UInt8>, portion: Int, _ limits: DoorLimits) -> [LineFraming.Frame] {
    var framing = LineFraming(limits: limits)
    var frames: [LineFraming.Frame] = []
    var rest = stream
    while !rest.isEmpty {
      framing.append(rest.prefix(portion))
      rest = rest.dropFirst(portion)
      while let frame = framing.next() { frames.append(frame) }
      precondition(framing.count <= limits.importLine + portion + 1, "an endless line is kept")
    }
    return frames
  }
}
