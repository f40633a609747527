import FoundationEssentials
import Hookswitch
import Testing

@Suite("Audio in real time", .timeLimit(.minutes(5)))
struct AudioThreadTests {
  @Test("Two merged providers hear each other, mixed by the host's own thread, which stops when no call is left")
  func merged() async throws {
    var settings = HostSettings()
    settings.audio = AudioSettings { _ in NullDevice() }
    let host = CallHost(settings: settings)
    let (p, q) = (SoundDelegate([.narrowband]), SoundDelegate([.narrowband]))
    let providers = [try host.register("p", delegate: p), try host.register("q", delegate: q)]
    let controller = CallController(host: host)
    var calls: [CallID] = []
    for (provider, delegate) in zip(providers, [p, q]) {
      let call = try await controller.start(Handle(type: .phoneNumber, value: "1"), through: provider.id)
      await host.settle()
      delegate.farEnd(of: call, .says(hertz: provider.id == "p" ? 1_000 : 700))
      provider.reportOutgoingCall(with: call, connectedAt: nil)
      await host.settle()
      calls.append(call)
    }
    try await controller.merge(calls).performed()
    await host.settle()
    var (atFirst, atSecond): ([Int16], [Int16]) = ([], [])
    // The level of the last tick is zero if a busy machine skipped a frame, so wait for it too.
    var loudest = 0
    while !Sound.has(700, in: Array(atFirst.suffix(1_600)), .narrowband)
      || !Sound.has(1_000, in: Array(atSecond.suffix(1_600)), .narrowband) || loudest <= 10_000
    {
      loudest = max(loudest, host.audioLevel(of: calls[0])?.peak ?? 0)
      // One frame out for each frame in: the thread sets the pace.
      if host.audioCounters(of: calls[0])?.given != UInt64(atFirst.count / 160) {
        p.exchange()
        q.exchange()
        atFirst += p.takeHeard(by: calls[0])
        atSecond += q.takeHeard(by: calls[1])
      }
      await Task.yield()
    }
    #expect(Sound.level(1_000, in: Array(atFirst.suffix(800)), .narrowband) < -40)
    await host.shutdown()
    #expect(host.audioCounters?.legs == 0)
  }
}
