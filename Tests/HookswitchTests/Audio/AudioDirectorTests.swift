import FoundationEssentials
import Testing

@testable import Hookswitch

/// The director's outputs, input by input; its snapshots are those of a real host.
@Suite("The audio director")
struct AudioDirectorTests {
  private let world: SoundWorld
  private let call: CallID
  private var director = AudioDirector()

  init() async throws {
    world = try SoundWorld()
    call = try await world.activeCall("p")
  }

  private mutating func tell(_ inputs: AudioInput...) -> [AudioEffect] {
    inputs.flatMap { director.receive($0, at: .zero) } + director.settle()
  }

  private var picture: AudioInput { .line(world.host.snapshot(), ended: []) }

  /// Drives a call up to connected, audible audio.
  private mutating func connect() {
    _ = tell(.seat(.main), .carrier("p", isThere: true), .activated("p", .main, .started), picture, .told("p", .main))
    _ = tell(.offered(call, [.narrowband]), .attached(call, isDone: true))
  }

  @Test("The device starts first, then the provider learns of it, and nothing else is requested before")
  mutating func order() {
    #expect(tell(.seat(.main), .carrier("p", isThere: true)).isEmpty)
    #expect(tell(.activated("p", .main, .started), picture) == [.device(.main, isNeeded: true), .tellActivated("p", .main, .started)])
    #expect(tell(.told("p", .main)) == [.ask(call, "p")])
    #expect(tell(.offered(call, [.wideband, .narrowband])) == [.attach(call, "p", .wideband)])
    #expect(director.scene.groups.isEmpty)
    #expect(tell(.attached(call, isDone: true)) == [.stage])
    #expect(director.scene.groups.map(\.members.count) == [1])
    #expect(director.scene.carriers == ["p"])
  }

  @Test("Audio stops before the provider learns of it, and the rings stay connected")
  mutating func deactivation() {
    connect()
    #expect(tell(.deactivated("p", .main, .held)) == [.stage, .tellDeactivated("p", .main, .held)])
    #expect(director.scene.groups.isEmpty)
    #expect(tell(.activated("p", .main, .resumed), .told("p", .main)) == [.tellActivated("p", .main, .resumed), .stage])
  }

  @Test("A call that ends while it is being connected is disconnected as soon as it is")
  mutating func overWhileConnecting() {
    _ = tell(.seat(.main), .carrier("p", isThere: true), .activated("p", .main, .started), picture, .told("p", .main))
    _ = tell(.offered(call, [.narrowband]))
    #expect(tell(.carrier("p", isThere: false)).isEmpty)
    #expect(tell(.attached(call, isDone: true)) == [.detach(call)])
    #expect(tell(.detached(call)).isEmpty)
    #expect(director.ports.isEmpty)
  }

  @Test("Changed rates are requested anew, and never two requests at once")
  mutating func renewal() {
    connect()
    #expect(tell(.port(call, isThere: true)) == [.stage, .detach(call)])
    #expect(tell(.port(call, isThere: true)).isEmpty)
    #expect(tell(.detached(call)) == [.ask(call, "p")])
    #expect(tell(.port(call, isThere: true)).isEmpty)
    #expect(tell(.offered(call, [.narrowband])) == [.ask(call, "p")])
    #expect(tell(.offered(call, [.fullband])) == [.attach(call, "p", .fullband)])
    #expect(tell(.port(call, isThere: false)).isEmpty)
    #expect(tell(.attached(call, isDone: true)) == [.detach(call)])
  }

  @Test("A call without rates, or that failed to connect, is tried again when its provider reports rates")
  mutating func silent() {
    connect()
    _ = tell(.port(call, isThere: true), .detached(call))
    #expect(tell(.offered(call, [])).isEmpty)
    #expect(tell(picture).isEmpty)
    #expect(tell(.port(call, isThere: true)) == [.ask(call, "p")])
    _ = tell(.offered(call, [.narrowband]))
    #expect(tell(.attached(call, isDone: false)) == [.detach(call)])
    #expect(tell(.detached(call)).isEmpty)
    #expect(tell(.port(call, isThere: true)) == [.ask(call, "p")])
  }

  @Test("Unexpected answers change nothing")
  mutating func strangers() {
    let nobody = CallID()
    #expect(tell(.offered(nobody, [.narrowband]), .attached(nobody, isDone: true), .detached(nobody), .told("x", .main)).isEmpty)
    #expect(tell(.record(1, nobody, asGroup: false)) == [.recordingEnds(1)])
    #expect(tell(.recorded(2), .forgotten("x"), .time).isEmpty)
  }
}
