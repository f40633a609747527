import HookswitchCore
import StrictJSON
import Testing

@testable import MediaStreams

@Suite("StreamCore: connection, messages and end") struct StreamCoreTests {
  private static let second: UInt64 = 1_000_000_000
  private static let call = StreamCall(
    stream: 7, call: "C", line: "main", provider: "desk", direction: "incoming", from: nil, name: nil, parameters: .object([]))

  private func core(_ options: StreamOptions = StreamOptions(), isAudioSocket: Bool = false, connects: Bool = true) -> StreamCore {
    var options = options
    options.audio = options.audio ?? .talk(rate: isAudioSocket ? 8_000 : 16_000)
    return StreamCore(isAudioSocket: isAudioSocket, connects: connects, options: options, until: 5 * Self.second)
  }

  private func linked(_ options: StreamOptions = StreamOptions(), isAudioSocket: Bool = false) -> StreamCore {
    var core = core(options, isAudioSocket: isAudioSocket)
    _ = core.connected(Self.call)
    _ = core.next()
    return core
  }

  private func text(_ text: String) -> [UInt8] { Array(text.utf8) }

  @Test("started is the first message, and the present state of the call the second") func begins() {
    var core = core()
    #expect(core.heard(AttachmentEvent(.started, position: 0), at: 0) == [.tell(.audio(.started))])
    #expect(core.heard(AttachmentEvent(.held, position: 5), at: 0) == [.tell(.audio(.held))])
    #expect(core.connected(Self.call) == [.tell(.connected(isAgain: false)), .write, .write])
    #expect(core.next() == .started(Self.call, isAgain: false))
    #expect(core.next() == .state(isHeld: true))
    #expect(core.next() == nil && core.deadline == nil)
  }

  @Test("A program that cannot be connected at first is refused, without a second try") func refused() {
    var core = core()
    #expect(core.notConnected("no route", at: 1) == [.detach, .tell(.stopped(.refused, "no route")), .forget])
    #expect(core.connected(Self.call) == [.abort])
    var late = self.core()
    #expect(late.deadline == 5 * Self.second)
    #expect(late.passed(5 * Self.second - 1) == [])
    let reason = "the program gave no answer in time"
    #expect(late.passed(5 * Self.second) == [.abort, .detach, .tell(.stopped(.refused, reason)), .forget])
  }

  @Test("A broken connection is tried again after 0.25, 0.5, 1, 2 and 5 s, and given up after 30 s") func triesAgain() {
    var core = linked()
    var now = 100 * Self.second
    #expect(core.disconnected(isClosed: false, "gone", at: now) == [.tell(.lost("gone"))])
    var waits: [UInt64] = []
    while let due = core.deadline {
      waits.append((due - now) / 1_000_000)
      now = due
      #expect(core.passed(now) == [.connect])
      let effects = core.notConnected("refused", at: now)
      if !effects.isEmpty {
        #expect(effects == [.detach, .tell(.stopped(.gaveUp, "refused")), .forget])
        break
      }
    }
    #expect(waits == [250, 500, 1_000, 2_000, 5_000, 5_000, 5_000, 5_000, 5_000])
    #expect(core.deadline == nil)
  }

  @Test("A new connection resumes: what was missed is forgotten, and resumed is true") func resumes() {
    var core = linked()
    _ = core.heard(AttachmentEvent(.started, position: 0), at: 0)
    core.sent(samples: 320)
    _ = core.disconnected(isClosed: false, "gone", at: 0)
    #expect(core.digits("5") == [] && !core.hasNext)
    _ = core.passed(Self.second / 4)
    #expect(core.connected(Self.call) == [.dropHeard, .tell(.connected(isAgain: true)), .write, .write])
    #expect(core.next() == .started(Self.call, isAgain: true))
    #expect(core.sent == 320)
  }

  static let leavings: [(isClosed: Bool, isAudioSocket: Bool, reconnects: Bool, StreamEnd)] = [
    (true, false, true, .detached), (false, true, true, .detached), (false, false, false, .gaveUp),
  ]

  @Test("A program that leaves is detached, and the call goes on", arguments: leavings)
  func leaves(isClosed: Bool, isAudioSocket: Bool, reconnects: Bool, end: StreamEnd) {
    var core = linked(StreamOptions(reconnects: reconnects), isAudioSocket: isAudioSocket)
    let effects = core.disconnected(isClosed: isClosed, "gone", at: 9)
    #expect(effects == [.detach, .tell(.stopped(end, end == .gaveUp ? "gone" : nil)), .forget])
    #expect(core.state == .stopped && core.deadline == nil)
  }

  @Test("ending always: the program's end is the call's", arguments: [StreamOptions.CallEnding.always, .onTerminate, .never])
  func ending(ending: StreamOptions.CallEnding) {
    var core = linked(StreamOptions(ending: ending))
    #expect(core.disconnected(isClosed: true, "", at: 0).contains(.endCall) == (ending == .always))
    var socket = linked(StreamOptions(ending: ending), isAudioSocket: true)
    #expect(socket.take(.terminate, at: 0).filter { $0 == .endCall }.count == (ending == .never ? 0 : 1))
  }

  @Test("The end of the call: stopped with its reason, in either order of the news, then close 1000") func callEnds() {
    for wordFirst in [true, false] {
      var core = linked()
      let stopped = AttachmentEvent(.stopped(.callEnded), position: 320)
      var effects = wordFirst ? core.callEnded("remoteEnded", at: 0) : core.heard(stopped, at: 0)
      #expect(effects == [])
      effects = wordFirst ? core.heard(stopped, at: 0) : core.callEnded("remoteEnded", at: 0)
      #expect(effects == [.write, .finish(.normal, ""), .detach, .tell(.stopped(.callEnded, nil))])
      #expect(core.next() == .stopped(.callEnded, end: "remoteEnded", position: 320))
      #expect(core.disconnected(isClosed: true, "", at: 1) == [.forget])
    }
  }

  @Test("A program that takes the last messages too slowly is left after one second") func farewell() {
    var core = linked()
    _ = core.stop(.closed, nil, at: 0)
    #expect(core.deadline == Self.second)
    #expect(core.passed(Self.second) == [.abort, .forget])
  }

  @Test("A program that reads nothing for 5 s is lost") func stalls() {
    var core = linked()
    core.waits(at: 10)
    core.waits(at: 20)
    #expect(core.deadline == 10 + 5 * Self.second)
    #expect(core.passed(10 + 5 * Self.second) == [.abort, .tell(.lost("the program read nothing for 5 s"))])
    #expect(core.state == .lost)
  }

  // MARK: Messages

  static let orders: [(String, [StreamEffect])] = [
    (#"{"type":"mark","name":"n"}"#, [.mark("n")]), (#"{"type":"flush","id":7}"#, [.flush(id: .integer(7))]),
    (#"{"type":"flush"}"#, [.flush(id: nil)]), (#"{"type":"pause"}"#, [.pause]), (#"{"type":"resume","x":[1]}"#, [.resume]),
    (#"{"type":"status","id":"a"}"#, [.status(id: .string("a"))]), (#"{"type":"sing"}"#, []),
    (#"{"type":"mark"}"#, [.write]), (#"{"type":"hangup"}"#, [.write]), (#"{"type":"answer","id":1}"#, [.write]),
  ]

  @Test("The program's messages and their effects", arguments: orders) func obeys(text: String, effects: [StreamEffect]) {
    var core = linked()
    #expect(core.take(text: self.text(text), at: 0) == effects)
  }

  @Test("Orders to the call need the right to control it") func control() {
    var core = linked()
    _ = core.take(text: text(#"{"type":"hangup","id":9}"#), at: 0)
    guard case .refused(.some(.integer(9)), "unentitled", _)? = core.next() else { return #expect(Bool(false), "no refusal") }
    var free = linked(StreamOptions(isControlling: true))
    #expect(free.take(text: text(#"{"type":"dtmf","digits":"12#"}"#), at: 0) == [.control(.digits("12#"), id: nil)])
    #expect(free.take(text: text(#"{"type":"hangup"}"#), at: 0) == [.control(.hangUp, id: nil)])
    #expect(free.take(text: text(#"{"type":"transfer","to":"tel:+123"}"#), at: 0).count == 1)
  }

  static let faults = [
    "", "[]", "{", "null", #"{"type":1}"#, "{}", #"{"type":"flush","id":[1]}"#, #"{"a":[[[[[[[[[1]]]]]]]]],"type":"x"}"#,
    #"{"type":"mark","name":"\#(String(repeating: "n", count: 257))"}"#,
  ]

  @Test("A message that breaks the protocol closes with 1008, and never ends the call", arguments: faults) func fault(text: String) {
    var core = linked(StreamOptions(ending: .onTerminate))
    let effects = core.take(text: self.text(text), at: 0)
    guard case .finish(.policy, _)? = effects.first else { return #expect(Bool(false), "\(effects)") }
    #expect(effects.contains(.detach) && !effects.contains(.endCall) && !core.hasNext)
  }

  @Test("The rate limiter: 100 messages at once and in each second") func rate() {
    var core = linked()
    for _ in 0..<100 { #expect(core.take(text: text(#"{"type":"pause"}"#), at: 0) == [.pause]) }
    var slow = core
    #expect(core.take(text: text(#"{"type":"pause"}"#), at: 1).first != .pause)
    for tick in 1...200 { #expect(slow.take(text: text(#"{"type":"pause"}"#), at: UInt64(tick) * 10_000_000) == [.pause]) }
  }

  @Test("WebSocket: samples over twice the queue are dropped, and told once") func overflow() {
    var core = linked()
    #expect(core.say([1, 2, 3]) == [.speak([1, 2, 3])])
    #expect(core.wrote(1, of: [1, 2, 3]) == [.write])
    #expect(core.wrote(0, of: [4]) == [])
    #expect(core.next() == .overflow(dropped: 3) && core.dropped == 3)
    #expect(core.wrote(0, of: [5]) == [.write])
  }

  @Test("AudioSocket: a full queue stops the reading, and nothing is lost or out of order") func backpressure() {
    var core = linked(isAudioSocket: true)
    #expect(core.wrote(1, of: [1, 2, 3]) == [.setReading(false)])
    #expect(core.say([4]) == [])
    #expect(
      core.heard(AttachmentEvent(.room, position: 0), at: 0) == [.tell(.audio(.room)), .setReading(true), .speak([2, 3, 4])])
    #expect(core.say([5]) == [.speak([5])])
  }

  @Test("At most 2,048 messages wait") func outbox() {
    var core = linked()
    for _ in 0..<3_000 { _ = core.digits("1") }
    var count = 0
    while core.next() != nil { count += 1 }
    #expect(count == 2_048)
  }
}
