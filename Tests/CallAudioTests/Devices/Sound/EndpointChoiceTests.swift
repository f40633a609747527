import Testing

@testable import CallAudio

@Suite("The choice of endpoints among those available")
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

  @Test("without a preference both directions use the default, which the server follows itself")
  func defaults() {
    #expect(choose() == EndpointChoice(output: .init(endpoint: "laptop"), input: .init(endpoint: "laptop-mic")))
  }

  @Test("a preferred route that is plugged in is used in both directions")
  func route() {
    #expect(
      choose(.bluetooth)
        == EndpointChoice(output: .init(endpoint: "buds", isWanted: true), input: .init(endpoint: "buds-mic", isWanted: true)))
  }

  @Test("an output-only route leaves the microphone unchanged")
  func outOnly() {
    #expect(choose(.hdmi) == EndpointChoice(output: .init(endpoint: "screen", isWanted: true), input: .init(endpoint: "laptop-mic")))
  }

  @Test("a route that is not plugged in changes nothing")
  func unplugged() {
    #expect(choose(.headset) == choose())
    #expect(choose(.earpiece) == choose())
  }

  @Test("an inactive port is selected once it is plugged in")
  func port() {
    var desk = desk
    desk.outputs[0].ports[1].availability = .available
    let choice = EndpointChoice.choose(desk, settings: PulseSettings(), preferred: .headset)
    #expect(choice.output == .init(endpoint: "laptop", port: "headphones", isWanted: true))
  }

  @Test("a port known to be plugged in precedes one of unknown state, even of the default")
  func known() {
    var desk = desk
    desk.outputs[1].ports[0].route = .speaker
    let choice = EndpointChoice.choose(desk, settings: PulseSettings(), preferred: .speaker)
    #expect(choice.output == .init(endpoint: "screen", isWanted: true))
  }

  @Test("a named endpoint that exists precedes any route")
  func named() {
    var settings = PulseSettings()
    settings.output = "screen"
    #expect(EndpointChoice.choose(desk, settings: settings, preferred: .bluetooth).output == .init(endpoint: "screen", isWanted: true))
    settings.output = "gone"
    #expect(EndpointChoice.choose(desk, settings: settings, preferred: nil).output == .init(endpoint: "laptop"))
  }

  @Test("a monitor is an input only by name: the far end would hear itself")
  func monitors() {
    let server = AudioEndpoints(outputs: desk.outputs)
    var settings = PulseSettings()
    #expect(EndpointChoice.choose(server, monitors: ["laptop.monitor"], settings: settings, preferred: nil).input == nil)
    settings.input = "laptop.monitor"
    #expect(
      EndpointChoice.choose(server, monitors: ["laptop.monitor"], settings: settings, preferred: nil).input
        == .init(endpoint: "laptop.monitor", isWanted: true))
  }

  @Test("without endpoints nothing is chosen")
  func nothing() {
    #expect(EndpointChoice.choose(AudioEndpoints(), settings: PulseSettings(), preferred: .speaker) == EndpointChoice())
  }

  @Test("routes lists the routes that may be plugged in, each once")
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
