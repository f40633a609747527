internal import HookswitchCore
internal import StrictJSON

@testable internal import MediaStreams

extension FuzzTarget {
  /// Passes a program's bytes through a stream: as messages of a WebSocket, split at NUL bytes, or as AudioSocket in portions of any size.
  ///
  /// The first byte chooses the protocol, the right to control the call, and the size of the portions.
  static let streams = FuzzTarget(name: "streams") { bytes in
    guard let first = bytes.first else { return }
    let isAudioSocket = first & 1 == 1
    let options = StreamOptions(
      audio: .talk(rate: isAudioSocket ? 8_000 : 16_000, queue: .seconds(1)), isControlling: first & 2 == 2,
      ending: first & 4 == 4 ? .never : .onTerminate)
    var core = StreamCore(isAudioSocket: isAudioSocket, connects: true, options: options, until: 5_000_000_000)
    var audit = StreamAudit(options: options)
    let call = StreamCall(
      stream: 1, call: "c", line: "main", provider: "p", direction: "incoming", from: nil, name: nil, parameters: .object([]))
    audit.take(core.connected(call), core)
    var now: UInt64 = 1
    let rest = bytes.dropFirst()
    if isAudioSocket {
      var reader = AudioSocketReader(rate: 8_000)
      var joiner = SampleJoiner()
      var begin = rest.startIndex
      while begin < rest.endIndex {
        let end = min(rest.endIndex, begin + Int(first >> 3) + 1)
        let messages = Array(rest[begin..<end]).withUnsafeBytes { reader.read($0) }
        for message in messages {
          let effects = if case .audio(let audio) = message { core.say(joiner.join(audio)) } else { core.take(message, at: now) }
          audit.take(effects, core)
        }
        begin = end
        now += 1_000_000
      }
    } else {
      for message in rest.split(separator: 0, omittingEmptySubsequences: false) {
        audit.take(core.take(text: Array(message), at: now), core)
        now += UInt64(first) * 100_000
      }
    }
    audit.take(core.disconnected(isClosed: true, "", at: now), core)
    precondition(audit.ends == 1, "a stream ends once")
    while let notice = core.next() {
      let text = notice.text(StreamFormat(rate: 16_000, channels: 1, queue: 1_000), sent: 0)
      precondition((try? JSONReader.read(Array(text.utf8)))?["type"]?.string != nil, "a message that cannot be read")
    }
  }
}

/// The rules that all effects of a stream keep.
private struct StreamAudit {
  let options: StreamOptions
  var ends = 0

  mutating func take(_ effects: [StreamEffect], _ core: StreamCore) {
    for effect in effects {
      switch effect {
      case .tell(.stopped): ends += 1
      case .endCall: precondition(options.ending == .onTerminate, "the call ends against the options")
      case .control: precondition(options.isControlling, "the program controls the call without the right")
      case .mark(let name): precondition(name.utf8.count <= 256, "a mark's name is too long")
      default: break
      }
    }
    precondition(core.outbox.count <= 2 * StreamCore.outboxLimit, "the outbox grows without a bound")
  }
}
