import FoundationEssentials
import Hookswitch
import Locking
import Testing

/// A device with loudspeakers, a wired headset and a radio headset that can be unplugged; it records its routes.
private final class Desk: AudioDevice {
  private let memory = MemoryDevice()
  private let asked = Locked<[AudioRoute?]>([])

  /// The requested routes, in order.
  var preferred: [AudioRoute?] { asked.withLock { $0 } }
  var state: AudioDeviceState { memory.state }
  var counters: AudioDeviceCounters { memory.counters }
  var endpoints: AudioEndpoints {
    func output(_ name: String, _ summary: String, _ route: AudioRoute) -> AudioEndpoint {
      let port = AudioEndpointPort(name: name, summary: summary, route: route, availability: .available)
      return AudioEndpoint(name: name, summary: summary, isDefault: route == .speaker, ports: [port], activePort: name)
    }
    return AudioEndpoints(outputs: [
      output("card", "Built-in", .speaker), output("usb", "Jabra Evolve", .headset), output("radio", "Buds", .bluetooth),
    ])
  }

  func open(capture: AudioRing, playback: AudioRing, events: @escaping @Sendable (AudioDeviceEvent) -> Void) throws(AudioDeviceError) {
    try memory.open(capture: capture, playback: playback, events: events)
  }
  func close() { memory.close() }
  func pump() { memory.pump() }
  func prefer(_ route: AudioRoute?) { asked.withLock { $0.append(route) } }
}

@Suite("The user's choice of route", .timeLimit(.minutes(5)))
struct RouteTests {
  private let clock = VirtualClock()
  private let desk = Desk()
  private let host: CallHost
  private let delegates = [SoundDelegate([.wideband]), SoundDelegate([.wideband])]
  private let controller: CallController

  init() throws {
    var settings = HostSettings()
    settings.audio = AudioSettings(clock: .manual) { [desk] line in line == .main ? desk : nil }
    host = CallHost(clock: clock, settings: settings)
    for (name, delegate) in zip(["p", "q"], delegates) { _ = try host.register(ProviderID(rawValue: name), delegate: delegate) }
    controller = CallController(host: host)
  }

  private func activeCall(_ provider: String) async throws -> CallID {
    let call = try await controller.start(Handle(type: .phoneNumber, value: "1"), through: ProviderID(rawValue: provider))
    await host.settle()
    host.provider(ProviderID(rawValue: provider))?.reportOutgoingCall(with: call, connectedAt: nil)
    await host.settle()
    return call
  }

  @Test("the user's route precedes the provider's, also after a hand-over to another provider, until the last call is over")
  func choice() async throws {
    var wish = AudioSession.Configuration()
    wish.preferredRoute = .bluetooth
    delegates[0].wish(wish)
    let first = try await activeCall("p")
    #expect(desk.preferred == [.bluetooth])
    try controller.setRoute(.headset)
    await host.settle()
    #expect(desk.preferred == [.bluetooth, .headset])
    #expect(host.audio().chosenRoute == .headset)
    #expect(host.audio().routes == ["speaker", "headset", "bluetooth"])
    let second = try await activeCall("q")
    try await controller.swap().performed()
    await host.settle()
    #expect(desk.preferred == [.bluetooth, .headset])
    try controller.setRoute(nil)
    await host.settle()
    #expect(desk.preferred.last == .bluetooth)
    try controller.setRoute(.speaker)
    await host.settle()
    #expect(desk.preferred.last == .speaker)
    for call in [first, second] { try await controller.end(call).performed() }
    await host.settle()
    #expect(host.audio().chosenRoute == nil)
    #expect(desk.preferred.last == .some(nil))
  }

  @Test("a device is chosen by its name, and an unknown route is refused with a list of the known ones")
  func names() async throws {
    _ = try await activeCall("p")
    try controller.setRoute("jabra evolve")
    await host.settle()
    #expect(desk.preferred.last == .other("usb"))
    do throws(HostError) {
      try controller.setRoute("hdmi")
      Issue.record("hdmi was taken")
    } catch {
      #expect(error.code == .unknownRoute)
      #expect(error.advice == "line main has speaker, headset, bluetooth, Built-in, Jabra Evolve, Buds")
    }
    #expect(host.audio().chosenRoute == "usb")
  }

  @Test("a line without a device, and a host without audio, refuse a route")
  func nowhere() throws {
    #expect(throws: HostError.self) { try CallController(host: host, line: "desk").setRoute(.speaker) }
    #expect(throws: HostError.self) { try CallHost(clock: VirtualClock()).setRoute(.speaker) }
  }
}
