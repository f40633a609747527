import Hookswitch
import Testing

@testable import HookswitchCLI

@Suite("The labels of calls in hookswitch run")
struct RunLabelTests {
  @Test("A dialed call is labelled before a call on another line whose news came first; a refused one keeps no label")
  func labels() throws {
    var rig = RunRig()
    let ringing = rig.ring("5550110")
    let news = try #require(rig.machine.roll[ringing])
    var machine = RunRig().machine
    let dialed = CallID.fresh()
    let world = RunWorld(newCall: { dialed })
    _ = machine.receive(.line("dial p 1"), at: .zero, world)
    _ = machine.receive(.call(news), at: .zero, world)
    #expect(machine.roll.knownName(dialed) == CallName(1) && machine.roll.knownName(ringing) == CallName(2))
    _ = machine.receive(.answered(machine.askCount, .refused(CallError(.ringingCallPresent, [ringing]))), at: .zero, world)
    #expect(machine.roll.knownName(dialed) == nil && machine.roll.newest == ringing)
  }
}
