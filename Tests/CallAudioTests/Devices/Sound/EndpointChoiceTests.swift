import Testing

@testable import CallAudio

@Suite("Which endpoints a device uses, of those that are there")
struct EndpointChoiceTests {
  private let desk = AudioEndpoints(
    outputs: [
      endpoint("laptop", isDefault: true, [("speaker", .speaker, .unknown), ("headphones", .headset, .unavailable)], active: "speaker"),
      endpoint("screen", [("hdmi", .hdmi, .available)], active: "hdmi"),
      endpoint("buds", [("buds-out", .bluetooth, .available)], active: "buds-out"),
    ],
    inputs: [
      endpoint("laptop-mic", isDefault: true, [("mic", .speaker, .unknown), ("headset-mic", .headset, .unavailable)], active: "mic"),
      endpoint("buds-mic", [("buds-in", .bluetooth, .available)], active: "buds-in"),
    ])

  @Test("nothing wanted: the default both ways, which the server itself looks after")
  func defaults() {
    #expect(choose() == EndpointChoice(output: .init(endpoint: "laptop"), input: .init(endpoint: "laptop-mic")))
  }

  @Test("a route that something is plugged in for takes both ways")
  func route() {
    #expect(
      choose(.bluetooth)
        == EndpointChoice(output: .init(endpoint: "buds", isWanted: true), input: .init(endpoint: "buds-mic", isWanted: true)))
  }

  @Test("a route that only goes out leaves the microphone where it is")
  func outOnly() {
    #expect(choose(.hdmi) == EndpointChoice(output: .init(endpoint: "screen", isWanted: true), input: .init(endpoint: "laptop-mic")))
  }

  @Test("a route that nothing is plugged in for changes nothing")
  func unplugged() {
    #expect(choose(.headset) == choose())
    #expect(choose(.earpiece) == choose())
  }

  @Test("a port that is not in use is switched to once it is plugged in")
  func port() {
    var desk = desk
    desk.outputs[0].ports[1].availability = .available
    let choice = EndpointChoice.choose(desk, settings: PulseSettings(), preferred: .headset)
    #expect(choice.output == .init(endpoint: "laptop", port: "headphones", isWanted: true))
  }

  @Test("what is known to be plugged in goes before what nothing is known of, even the default")
  func known() {
    var desk = desk
    desk.outputs[1].ports[0].route = .speaker
    let choice = EndpointChoice.choose(desk, settings: PulseSettings(), preferred: .speaker)
    #expect(choice.output == .init(endpoint: "screen", isWanted: true))
  }

  @Test("what was named is taken while it is there, before any route")
  func named() {
    var settings = PulseSettings()
    settings.output = "screen"
    #expect(EndpointChoice.choose(desk, settings: settings, preferred: .bluetooth).output == .init(endpoint: "screen", isWanted: true))
    settings.output = "gone"
    #expect(EndpointChoice.choose(desk, settings: settings, preferred: nil).output == .init(endpoint: "laptop"))
  }

  @Test("a monitor is spoken into only when it was named: the far end would hear itself")
  func monitors() {
    let server = AudioEndpoints(outputs: desk.outputs)
    var settings = PulseSettings()
    #expect(EndpointChoice.choose(server, monitors: ["laptop.monitor"], settings: settings, preferred: nil).input == nil)
    settings.input = "laptop.monitor"
    #expect(
      EndpointChoice.choose(server, monitors: ["laptop.monitor"], settings: settings, preferred: nil).input
        == .init(endpoint: "laptop.monitor", isWanted: true))
  }

  @Test("nothing is there: nothing is chosen")
  func nothing() {
    #expect(EndpointChoice.choose(AudioEndpoints(), settings: PulseSettings(), preferred: .speaker) == EndpointChoice())
  }

  @Test("routes are those that something may be plugged in for, each once")
  func routes() {
    #expect(desk.routes == [.speaker, .hdmi, .bluetooth])
  }

  private func choose(_ route: AudioRoute? = nil) -> EndpointChoice {
    EndpointChoice.choose(desk, settings: PulseSettings(), preferred: route)
  }

  private static func endpoint(
    _ name: String, isDefault: Bool = false, _ ports: [(String, AudioRoute, AudioEndpointPort.Availability)], active: String
  ) -> AudioEndpoint {
    AudioEndpoint(
      name: name, summary: name, isDefault: isDefault,
      ports: ports.map { AudioEndpointPort(name: $0.0, summary: $0.0, route: $0.1, availability: $0.2) }, activePort: active)
  }
}
