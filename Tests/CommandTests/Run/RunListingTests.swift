import Foundation
import Hookswitch
import Testing

@testable import HookswitchCLI

@Suite("The command calls of hookswitch run")
struct RunListingTests {
  @Test("A list of calls that is ahead of the events is asked for again, so that each state was printed before the list")
  func listAhead() throws {
    var rig = RunRig(RunSettings(isInteractive: true))
    rig.type("dial p 1")
    var machine = rig.machine
    func receive(_ input: RunInput) -> (asked: Int?, listing: [ListedCall]?) {
      var (asked, listing): (Int?, [ListedCall]?) = (nil, nil)
      for effect in machine.receive(input, at: .zero, RunWorld(newCall: { CallID() })) {
        if case .calls(let number) = effect { asked = number }
        if case .tell(let event) = effect, case .answer(let answer) = event.body { listing = answer.listing }
      }
      return (asked, listing)
    }
    let call = try #require(machine.calls.first)
    let entry = try #require(RunRig.entry(call, at: .zero))
    var ahead = entry
    ahead.state = .held
    for early in [[ahead], [], [entry, entry]] {
      let first = try #require(receive(.line("calls")).asked)
      let second = receive(.answered(first, .listed(early)))
      #expect(second.listing == nil)
      let last = receive(.answered(try #require(second.asked), .listed([entry])))
      #expect(last.asked == nil && last.listing == [ListedCall(name: CallName(1), entry: entry, with: [])])
    }
    var asked = receive(.line("calls")).asked
    var tries = 0
    while let number = asked {
      let answer = receive(.answered(number, .listed([ahead])))
      (asked, tries) = (answer.asked, tries + 1)
      if let listing = answer.listing { #expect(listing.map(\.entry) == [ahead]) }
    }
    #expect(tries == RunMachine.listingLimit + 1)
  }
}
