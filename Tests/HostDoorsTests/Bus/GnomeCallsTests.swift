import CallControl
import DoorKit
import HostSurface
import StrictJSON
import Testing

@testable import HostDoors

/// The calls as GNOME Calls shows them: Phosh follows one call by these objects.
@Suite("GnomeCalls") struct GnomeCallsTests {
  private func tree(_ calls: (String, String)...) throws -> BusTree {
    var tree = BusTree()
    let list = calls.map { digit, state in
      #"{"call": "0000000\#(digit)-0000-4000-8000-000000000000", "line": "main", "state": "\#(state)", "direction": "incoming","#
        + #""handle": {"type": "phoneNumber", "value": "+1202555010\#(digit)"}, "displayName": "D", "capabilities": ["dtmf"],"#
        + #""began": "2026-11-22T12:00:0\#(digit).000Z"}"#
    }
    let states = #"{"states": [{"topic": "line", "key": "main", "sequence": 1, "value": {"calls": [\#(list.joined(separator: ","))]}}]}"#
    tree.begin(try JSONReader.read(Array(states.utf8)), at: Instant(nanoseconds: 0))
    return tree
  }

  private func states(_ gnome: GnomeCalls) -> [String: JSONValue?] {
    Dictionary(uniqueKeysWithValues: gnome.objects.map { ($0.path, $0.properties["org.gnome.Calls.Call"]?["State"]?.json) })
  }

  @Test(
    "States have GNOME's numbers, and a call that is screened is not shown",
    arguments: [
      ("requested", 3), ("dialing", 3), ("connecting", 3), ("ringing", 5), ("answering", 5), ("active", 1), ("held", 2), ("ending", 7),
      ("ended", 7), ("screening", nil),
    ] as [(String, Int?)])
  func states(_ state: String, _ number: Int?) throws {
    var gnome = GnomeCalls()
    gnome.take(try tree(("1", state)))
    #expect(states(gnome) == (number.map { ["/org/gnome/Calls/Call/1": .integer($0)] } ?? [:]))
  }

  @Test("Calls count from 1 in the order of their beginning, and keep their number") func numbers() throws {
    var gnome = GnomeCalls()
    gnome.take(try tree(("2", "active"), ("1", "held")))
    #expect(states(gnome) == ["/org/gnome/Calls/Call/1": 2, "/org/gnome/Calls/Call/2": 1])
    #expect(gnome.flush().count == 2)
    gnome.take(try tree(("2", "active"), ("3", "ringing")))
    #expect(states(gnome) == ["/org/gnome/Calls/Call/2": 1, "/org/gnome/Calls/Call/3": 5])
    #expect(
      gnome.flush().contains(.removed(path: "/org/gnome/Calls/Call/1", interfaces: ["org.gnome.Calls.Call"])))
  }

  @Test("A change of the emergency numbers is told once; the first reading is no change") func emergency() {
    var gnome = GnomeCalls()
    for numbers in [["112"], ["112"], ["112", "911"]] { gnome.take(emergencyNumbers: numbers) }
    #expect(gnome.flush().count == 1 && gnome.emergencyNumbers == ["112", "911"])
  }
}
