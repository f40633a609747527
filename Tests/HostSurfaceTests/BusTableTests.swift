import Foundation
import FoundationXML
import HostSurface
import Testing

@Suite("HostSurface: D-Bus")
struct BusTableTests {
  /// Lists the elements of an introspection document with their attributes, in order.
  private final class Elements: NSObject, XMLParserDelegate {
    var list: [String] = []

    static func of(_ text: String) throws -> [String] {
      let reader = Elements()
      // The parser must not look for the DTD.
      let plain = text.replacing(/<!DOCTYPE[^>]*>/.dotMatchesNewlines(), with: "")
      let parser = XMLParser(data: Data(plain.utf8))
      parser.delegate = reader
      guard parser.parse() else { throw try #require(parser.parserError) }
      return reader.list
    }

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?, attributes: [String: String]
    ) {
      list.append(name + attributes.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined())
    }
  }

  @Test("The XML has the interfaces, members, types and annotations of the contract, in order")
  func equalsContract() throws {
    let expected = try Elements.of(String(contentsOf: SurfaceFiles.tests.appending(path: "Expected/bus.xml"), encoding: .utf8))
    let written = try Elements.of(HostSurface.busXML)
    #expect(written == expected)
    #expect(expected.count > 250)
  }

  @Test("Every typed method fills the required parameters of its row, and no parameter that the row lacks")
  func methodsMapToRows() {
    for interface in BusInterface.all {
      for member in interface.methods {
        guard case .row(let method) = member.source else {
          #expect(member.source == .anyMethod || interface.isImplementedByPrograms, "\(member.name)")
          continue
        }
        let declared = method.declaration.parameters
        var filled = Set([member.subject].compactMap(\.self))
        var takesMembers = false
        for argument in member.arguments {
          switch argument.use {
          case .parameter(let name): filled.insert(name)
          case .members: takesMembers = true
          case .door, nil: break
          }
        }
        // A provider's own objects know which provider they are; history takes its selection by ids.
        #expect(filled.isSubset(of: Set(declared.map(\.name))), "\(interface.name).\(member.name): \(filled)")
        if !takesMembers {
          #expect(Set(declared.filter(\.isRequired).map(\.name)).isSubset(of: filled), "\(interface.name).\(member.name)")
        }
      }
    }
  }

  @Test("Every property is a member of a type, and every notification to programs goes to an interface of theirs")
  func propertiesAreMembers() {
    for interface in BusInterface.all {
      for property in interface.properties {
        guard case .member(let type, let name) = property.source else {
          Issue.record("\(property.name)")
          continue
        }
        let members = HostSurface.declaration(of: type).members ?? []
        #expect(members.contains { $0.name == name }, "\(interface.name).\(property.name): \(type).\(name)")
      }
    }
    let sent = Set(BusInterface.all.filter(\.isImplementedByPrograms).flatMap(\.methods).map(\.source))
    let expected: [NotificationName] = [.providerAction, .providerCancelled, .providerTold, .screenerAsk, .screenerGiveUp]
    #expect(sent == Set(expected.map { .notification($0) }))
  }
}
