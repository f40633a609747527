import Dispatch
import FoundationEssentials
import Hookswitch
import Locking
import MediaStreams
import StrictJSON
import Testing

@Suite("MediaStreams: real agents over loopback", .enabled(if: StreamAgent.isAvailable), .timeLimit(.minutes(5)))
struct StreamTests {
  /// A call with streams, and their events.
  private struct Stage {
    let world: SoundWorld
    let call: CallID
    let streams: MediaStreams
    let log = Locked<[StreamEvent]>([])

    init(_ farEnd: SoundDelegate.FarEnd = .silent) async throws {
      world = try SoundWorld(p: [.wideband, .narrowband])
      call = try await world.activeCall("p", farEnd)
      streams = MediaStreams(world.host)
    }

    func open(_ url: String, _ options: StreamOptions = StreamOptions()) throws -> MediaStream {
      try streams.open(for: call, to: url, options, number: nil) { [log] _, event in log.withLock { $0.append(event) } }
    }

    func wait(for kind: StreamEvent.Kind) async throws {
      #expect(await eventually { log.withLock { $0.contains { $0.kind == kind } } }, "\(log.withLock { $0 })")
    }

    /// Waits for the end of the stream.
    func end() async throws -> StreamEnd {
      try #require(
        await happens {
          log.withLock { log in
            for event in log { if case .stopped(let end, _) = event.kind { return end } }
            return nil
          }
        }, "\(log.withLock { $0 })")
    }

    /// Waits until so many samples of the program wait.
    func queued(_ count: Int64, of stream: MediaStream) async throws {
      #expect(await eventually { (stream.audio?.queued ?? 0) >= count }, "\(String(describing: stream.audio))")
    }
  }

  @Test("WebSocket: started comes first, sound flows both ways, and a flush answers with the position heard") func webSocket() async throws
  {
    let agent = try StreamAgent(["serve"])
    let stage = try await Stage(.says(hertz: 1_000))
    let stream = try stage.open("ws://127.0.0.1:\(try await agent.port())/agent", StreamOptions(parameters: #"{"a":1}"#))
    let open = try await agent.wait(for: "open")
    #expect(open.string == "/agent")
    #expect(try await agent.wait(for: "subprotocol").string == "hookswitch.media.v1")
    let started = try await agent.text("started")
    #expect(started["call"]?.string == stage.call.uuidString && started["stream"]?.string == "\(stream.number)")
    #expect(
      started["format"]?["rate"]?.text == "16000" && started["resumed"]?.text == "false" && started["parameters"]?.text == #"{"a":1}"#)
    await stage.world.host.settle()
    stage.world.pass(10)
    #expect(await eventually { agent.heard >= 9 * 320 })
    #expect(agent.lines.compactMap { $0["last"]?.text }.allSatisfy { $0 == "640" })
    agent.order(#"{"say": 3200}"#)
    agent.order(#"{"send": {"type": "mark", "name": "end"}}"#)
    agent.order(#"{"send": {"type": "status", "id": 8}}"#)
    #expect(try await agent.text("status")["queued_ms"]?.text == "200")
    _ = stage.world.p.takeHeard(by: stage.call)
    stage.world.pass(4)
    agent.order(#"{"send": {"type": "flush", "id": 7}}"#)
    let flushed = try await agent.text("flushed")
    let position = try #require(flushed["position"].flatMap { Int($0.text) })
    #expect(flushed["id"]?.text == "7" && flushed["dropped"]?.text == "\(3_200 - position)" && position > 0)
    #expect(agent.texts(["mark", "flushed"]).first == #"{"type":"mark","name":"end","position":\#(position),"flushed":true}"#)
    stage.world.pass(4)
    let heard = stage.world.p.takeHeard(by: stage.call).filter { $0 != 0 }
    #expect(heard == AttachedWorld.samples(0..<heard.count) && heard.count <= position + 320)
    try await stage.world.controller.hold(stage.call).performed()
    await stage.world.host.settle()
    _ = try await agent.wait(for: "text") { $0["state"]?.string == "held" }
    agent.order(#"{"close": 1000}"#)
    #expect(try await stage.end() == .detached)
    #expect(stage.world.host.call(stage.call)?.state == .held && stage.streams.streams.isEmpty)
  }

  @Test("AudioSocket: all audio that waited while the thread was held up is sent") func backlog() async throws {
    let agent = try StreamAgent(["audiosocket"])
    let stage = try await Stage(.says(hertz: 1_000))
    let (isHeldUp, goesOn) = (Locked(false), DispatchSemaphore(value: 0))
    let url = "audiosocket://127.0.0.1:\(try await agent.port())"
    _ = try stage.streams.open(for: stage.call, to: url, StreamOptions(), number: nil) { _, event in
      guard event.kind == .audio(.resumed) else { return }
      isHeldUp.withLock { $0 = true }
      goesOn.wait()
    }
    defer { goesOn.signal() }
    _ = try await agent.wait(for: "uuid")
    try await stage.world.controller.hold(stage.call).performed()
    try await stage.world.controller.resume(stage.call).performed()
    await stage.world.host.settle()
    #expect(await eventually { isHeldUp.withLock { $0 } })
    stage.world.pass(45)
    goesOn.signal()
    #expect(await eventually { agent.heard >= 44 * 160 }, "\(agent.heard) samples came")
  }

  /// A stream without a claim to it.
  private struct Seen: Sendable {
    weak let stream: MediaStream?
  }

  @Test("A stream that is over is freed, with its attachment", arguments: [true, false]) func freed(isAudioSocket: Bool) async throws {
    let agent = try StreamAgent([isAudioSocket ? "audiosocket" : "serve"])
    let stage = try await Stage()
    let port = try await agent.port()
    let seen = Seen(stream: try stage.open(isAudioSocket ? "audiosocket://127.0.0.1:\(port)" : "ws://127.0.0.1:\(port)"))
    try await stage.wait(for: .connected(isAgain: false))
    seen.stream?.close()
    #expect(try await stage.end() == .closed)
    #expect(await eventually { seen.stream == nil })
  }

  @Test("The end of the call is the last message, with its reason, before close 1000") func callEnds() async throws {
    let agent = try StreamAgent(["serve"])
    let stage = try await Stage()
    _ = try stage.open("ws://127.0.0.1:\(try await agent.port())")
    _ = try await agent.text("started")
    stage.world.providers["p"]?.reportCall(with: stage.call, reason: .remoteEnded)
    await stage.world.host.settle()
    #expect(try await agent.wait(for: "closed").text == "1000")
    #expect(
      agent.lines.compactMap { $0["text"] }.last?.text == #"{"type":"stopped","reason":"callEnded","end":"remoteEnded","position":0}"#)
    #expect(try await stage.end() == .callEnded)
  }

  @Test("Digits of the far end reach the agent, and the agent's orders the call, with the right to control it") func control() async throws
  {
    let agent = try StreamAgent(["serve"])
    let stage = try await Stage()
    _ = try stage.open("ws://127.0.0.1:\(try await agent.port())", StreamOptions(isControlling: true))
    _ = try await agent.text("started")
    stage.world.providers["p"]?.report(.dtmf("5#"), of: stage.call)
    await stage.world.host.settle()
    #expect(try await agent.text("dtmf")["digits"]?.string == "5#")
    agent.order(#"{"send": {"type": "transfer", "to": "tel:+1", "id": 3}}"#)
    #expect(try await agent.text("error")["id"]?.text == "3")
    agent.order(#"{"send": {"type": "hangup"}}"#)
    #expect(try await stage.end() == .callEnded)
    #expect(stage.world.host.call(stage.call) == nil || stage.world.host.call(stage.call)?.hasEnded == true)
  }

  static let faults: [(order: String, code: String)] = [
    (#"{"raw": "no json"}"#, "1008"), (#"{"raw": "x", "times": 70000}"#, "1009"), (#"{"send": [1]}"#, "1008"),
  ]

  @Test("A breach of the protocol closes the connection and leaves the call alone", arguments: faults)
  func breach(order: String, code: String) async throws {
    let agent = try StreamAgent(["serve"])
    let stage = try await Stage()
    _ = try stage.open("ws://127.0.0.1:\(try await agent.port())")
    _ = try await agent.text("started")
    agent.order(order)
    #expect(try await agent.wait(for: "closed").text == code)
    #expect(try await stage.end() == .refused)
    #expect(stage.world.host.call(stage.call)?.state == .active)
  }

  @Test("A broken connection is made again: resumed is true, and the queue is played meanwhile") func reconnects() async throws {
    let agent = try StreamAgent(["serve"])
    let stage = try await Stage()
    let stream = try stage.open("ws://127.0.0.1:\(try await agent.port())")
    _ = try await agent.text("started")
    await stage.world.host.settle()
    agent.order(#"{"say": 3200}"#)
    try await stage.queued(3_200, of: stream)
    agent.order(#"{"break": true}"#)
    let again = try await agent.wait(for: "text") { $0["resumed"]?.text == "true" }
    #expect(again["stream"]?.string == "\(stream.number)")
    stage.world.pass(12)
    #expect(stage.world.p.takeHeard(by: stage.call).filter { $0 != 0 } == AttachedWorld.samples(0..<3_200))
    try await stage.wait(for: .connected(isAgain: true))
    stream.close()
    #expect(try await stage.end() == .closed)
    #expect(try await agent.wait(for: "closed") { $0.text == "1000" }.text == "1000")
  }

  @Test("An agent that is killed, and one that was never there: the call goes on") func killed() async throws {
    let agent = try StreamAgent(["serve"])
    let stage = try await Stage()
    let url = "ws://127.0.0.1:\(try await agent.port())"
    _ = try stage.open(url, StreamOptions(reconnectLimit: .milliseconds(300)))
    _ = try await agent.text("started")
    agent.kill()
    #expect(try await stage.end() == .gaveUp)
    stage.log.withLock { $0 = [] }
    _ = try stage.open(url)
    #expect(try await stage.end() == .refused)
    #expect(stage.world.host.call(stage.call)?.state == .active)
  }

  @Test("A token is sent, and a server that wants another refuses") func token() async throws {
    let agent = try StreamAgent(["serve", "right"])
    let stage = try await Stage()
    let url = "ws://127.0.0.1:\(try await agent.port())"
    _ = try stage.open(url, StreamOptions(token: "wrong"))
    #expect(try await stage.end() == .refused)
    stage.log.withLock { $0 = [] }
    _ = try stage.open(url, StreamOptions(token: "right"))
    #expect(try await agent.wait(for: "authorization").string == "Bearer right")
    try await stage.wait(for: .connected(isAgain: false))
  }

  /// Returns the status with which a program's request is refused.
  private func refusal(_ words: String...) async throws -> String {
    let agent = try StreamAgent(["connect"] + words)
    let text = try await agent.wait(for: "refused").text
    return text
  }

  @Test("Offers: a URL works once, with the token, and no other path does") func offers() async throws {
    let stage = try await Stage(.says(hertz: 1_000))
    #expect(throws: AttachmentError.self) { try stage.streams.offer(stage.call) }
    let door = try stage.streams.listen(at: "ws://127.0.0.1:0/media", StreamOptions(token: "t"))
    #expect(throws: AttachmentError.self) { try stage.streams.listen(at: "ws://127.0.0.1:0/media") }
    let stream = try stage.streams.offer(stage.call)
    let url = stream.url
    #expect(url.hasPrefix("\(door)/") && url.count == door.count + 33)
    let unknown = "\(door)/\(String(repeating: "0", count: 32))"
    let first = try await refusal(url)
    #expect(first == "401")
    #expect(try await refusal(unknown, "t") == "404")
    let agent = try StreamAgent(["connect", url, "t"])
    #expect(try await agent.text("started")["stream"]?.string == "\(stream.number)")
    #expect(try await refusal(url, "t") == "404")
    await stage.world.host.settle()
    agent.order(#"{"say": 320}"#)
    try await stage.queued(320, of: stream)
    stage.world.pass(10)
    #expect(await eventually { agent.heard >= 320 })
    #expect(stage.world.p.takeHeard(by: stage.call).filter { $0 != 0 } == AttachedWorld.samples(0..<320))
    stage.streams.close()
    #expect(try await agent.text("stopped")["reason"]?.string == "closed")
  }

  @Test("A program that answers a provider's calls: the call is answered once it is connected") func answers() async throws {
    let agent = try StreamAgent(["serve"])
    let world = try SoundWorld(p: [.wideband, .narrowband])
    let streams = MediaStreams(world.host)
    streams.answer(callsOf: "p", with: try StreamTarget(url: "ws://127.0.0.1:\(try await agent.port())"))
    let call = try await world.ringingCall("p")
    #expect(try await agent.text("started")["direction"]?.string == "incoming")
    #expect(await eventually { world.host.call(call)?.state == .active })
    // Without the program the call rings on.
    streams.answer(callsOf: "q", with: try StreamTarget(url: "ws://127.0.0.1:1"))
    let other = try await world.ringingCall("q")
    #expect(await eventually { streams.streams.count == 1 })
    #expect(world.host.call(other)?.state == .ringing)
    #expect(throws: AttachmentError.self) { try StreamTarget(url: "http://a") }
  }

  @Test("Addresses and options that cannot be used are refused with the reason") func invalid() async throws {
    let stage = try await Stage()
    for address in ["ws://0.0.0.0:0", "audiosocket://127.0.0.1:1", "wss://127.0.0.1:0", "ws://localhost.example:0", "http://127.0.0.1"] {
      #expect(throws: AttachmentError.self, "\(address)") { try stage.streams.listen(at: address) }
    }
    #expect(throws: AttachmentError.self) { try stage.open("audiosocket://127.0.0.1:1", StreamOptions(audio: .listen())) }
    #expect(throws: AttachmentError.self) { try stage.open("ws://127.0.0.1:1", StreamOptions(token: "a b")) }
    #expect(throws: AttachmentError.self) { try stage.open("ws://127.0.0.1:1", StreamOptions(parameters: "[]")) }
    #expect(throws: AttachmentError.self) { try stage.streams.open(for: CallID(), to: "ws://127.0.0.1:1") }
    #expect(stage.streams.streams.isEmpty)
  }

  @Test("AudioSocket: the call's id, 20 ms in 320 bytes, digits, and terminate ends the call") func audioSocket() async throws {
    let agent = try StreamAgent(["audiosocket"])
    let stage = try await Stage(.says(hertz: 1_000))
    let stream = try stage.open("audiosocket://localhost:\(try await agent.port())")
    #expect(try await agent.wait(for: "uuid").string == stage.call.uuidString.filter { $0 != "-" }.lowercased())
    await stage.world.host.settle()
    stage.world.pass(10)
    #expect(await eventually { agent.heard >= 8 * 160 })
    #expect(agent.lines.compactMap { $0["last"]?.text }.allSatisfy { $0 == "320" })
    stage.world.providers["p"]?.report(.dtmf("12"), of: stage.call)
    #expect(try await agent.wait(for: "digit").string == "1")
    agent.order(#"{"hex": "77000101"}"#)
    agent.order(#"{"say": 1600}"#)
    try await stage.queued(1_600, of: stream)
    #expect(stream.status.ignored == 1)
    agent.order(#"{"hex": "000000"}"#)
    #expect(try await stage.end() == .detached)
    #expect(await eventually { stage.world.host.call(stage.call)?.hasEnded ?? true })
  }

  @Test("AudioSocket: a full queue stops the reading, and nothing is lost") func backpressure() async throws {
    let agent = try StreamAgent(["audiosocket"])
    let stage = try await Stage()
    var audio = AttachmentOptions.talk(rate: 8_000, queue: .seconds(1))
    audio.heard = .seconds(60)
    let stream = try stage.open("audiosocket://127.0.0.1:\(try await agent.port())", StreamOptions(audio: audio))
    _ = try await agent.wait(for: "uuid")
    await stage.world.host.settle()
    agent.order(#"{"say": 80000}"#)
    try await stage.queued(8_000, of: stream)
    var heard: [Int16] = []
    _ = await happens {
      stage.world.pass(5)
      heard += stage.world.p.takeHeard(by: stage.call)
      return (stream.audio?.position ?? 0) >= 80_000 ? true : nil
    }
    #expect(stream.audio?.position == 80_000)
    #expect(stream.status.dropped == 0)
  }

  @Test("WebSocket: what exceeds twice the queue is dropped, and told; the flush behind it is seen") func overflow() async throws {
    let agent = try StreamAgent(["serve"])
    let stage = try await Stage()
    let stream = try stage.open("ws://127.0.0.1:\(try await agent.port())", StreamOptions(audio: .talk(queue: .seconds(1))))
    _ = try await agent.text("started")
    agent.order(#"{"say": 40000, "chunk": 3001}"#)
    agent.order(#"{"send": {"type": "flush", "id": 1}}"#)
    #expect(try await agent.text("flushed")["dropped"]?.text == "32000")
    #expect(stream.status.dropped == 8_000)
    #expect(try await agent.text("full")["queued_ms"]?.text == "1000")
    #expect(try await agent.text("room")["queued_ms"]?.text == "800")
  }

  @Test("The process keeps its signals, and has no thread or descriptor more after the streams are closed") func process() async throws {
    let agent = try StreamAgent(["serve"])
    let url = "ws://127.0.0.1:\(try await agent.port())"
    let stage = try await Stage()
    for _ in 0..<2 {
      let streams = MediaStreams(stage.world.host)
      let stream = try streams.open(for: stage.call, to: url)
      #expect(await eventually { stream.status.state == .connected })
      streams.close()
      #expect(stream.status.state == .stopped)
      #expect(throws: AttachmentError.self) { try streams.open(for: stage.call, to: url) }
    }
  }
}
