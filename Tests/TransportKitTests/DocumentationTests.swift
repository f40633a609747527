import Foundation
import Testing
import TransportABI
import TransportKit

@Suite struct DocumentationTests {
  @Test func theTransportOfTheDocumentationWorks() throws {
    let rig = try Rig(.kit, id: Echo.descriptor.id)
    let call = rig.dial("5551234")
    rig.host.advance(1)
    rig.hold(call)
    rig.play(call, "12#")
    rig.end(call)
    rig.dial("112", expecting: HSW_PENDING)
    let expected = [
      "done 1", "a ringing", "1s a active", "1s done 2", "1s a digits 12#", "1s done 3", "1s done 4", "1s a ended local", "1s failed 5 -1",
    ]
    #expect(rig.host.heard() == expected)
  }

  @Test func theTextShowsThatVeryTransport() throws {
    let here = URL(filePath: #filePath).deletingLastPathComponent()
    let source = try String(contentsOf: here.appending(path: "Echo.swift"), encoding: .utf8)
    let page = here.appending(path: "../../Sources/TransportKit/TransportKit.docc/TransportKit.md").standardized
    let body = try #require(source.range(of: "final class Echo")).lowerBound
    #expect(try String(contentsOf: page, encoding: .utf8).contains(source[body...]))
  }

  @Test func theNumbersAreWrittenDownAsTheyAre() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let table = try String(contentsOf: root.appending(path: "Examples/TransportC/README.md"), encoding: .utf8)
    for file in ["Examples/TransportC/transport_c.c", "Plugins/Loopback/NumberPlan.swift"] {
      let source = try String(contentsOf: root.appending(path: file), encoding: .utf8)
      let rows = table.split(separator: "\n").filter { $0.hasPrefix("| 55501") && !$0.contains("5550199") }
      #expect(rows.count == 18)
      for row in rows {
        let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        let does = cells[1].replacing(" (30 s)", with: "")
        #expect(source.contains("\"\(cells[0])\"") && source.contains("\"\(does)\""), "\(file): \(row)")
      }
    }
  }

  @Test func theCodesOfTheHeaderStandInTheKitAndInTheDocumentation() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let header = try String(contentsOf: root.appending(path: "Sources/TransportABI/include/hookswitch/transport.h"), encoding: .utf8)
    let page = try String(contentsOf: root.appending(path: "docs/abi.md"), encoding: .utf8)
    let defined = header.matches(of: /#define (HSW_E_\w+) \((-\d+)\) +\/\*\*< (.*?) \*\//).map { match in
      let code = Int32(match.2).flatMap(TransportError.Code.init(rawValue:))
      return "| `\(match.1)` | \(match.2) | `\(code.map { "\($0)" } ?? "?")` | \(match.3) |"
    }
    #expect(defined.count == TransportError.Code.allCases.count)
    #expect(page.split(separator: "\n").filter { $0.hasPrefix("| `HSW_E_") }.map(String.init) == defined)
  }
}
