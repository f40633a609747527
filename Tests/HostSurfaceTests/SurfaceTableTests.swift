import CallControl
import Foundation
import HostSurface
import StrictJSON
import Testing

/// The files with the expected tables, and those of the documentation.
enum SurfaceFiles {
  static func expected(_ name: String) throws -> [[String]] {
    try String(contentsOf: tests.appending(path: "Expected/\(name)"), encoding: .utf8).split(separator: "\n")
      .map { $0.components(separatedBy: " | ") }
  }

  static func text(_ path: String) throws -> String {
    try String(contentsOf: tests.appending(path: "../../\(path)").standardizedFileURL, encoding: .utf8)
  }

  static var tests: URL { URL(filePath: #filePath).deletingLastPathComponent() }
}

@Suite("HostSurface: the table")
struct SurfaceTableTests {
  static func notation(_ fields: [FieldDeclaration]) -> String {
    fields.isEmpty ? "–" : fields.map(\.notation).joined(separator: ", ")
  }

  @Test("Every row of the expected table of methods is in the table, in its place, and no other")
  func methods() throws {
    let rows = try SurfaceFiles.expected("methods.txt")
    #expect(rows.map { $0[0] } == MethodName.allCases.map(\.rawValue))
    for (row, method) in zip(rows, MethodName.allCases) {
      let declared = method.declaration
      #expect(
        row == [
          method.rawValue, declared.kind.rawValue, declared.right.rawValue, Self.notation(declared.ownParameters), declared.result.notation,
        ])
    }
  }

  @Test("Every type of the expected table is declared with the same members")
  func types() throws {
    for row in try SurfaceFiles.expected("types.txt") {
      let type = try #require(TypeName(rawValue: row[0]))
      switch HostSurface.declaration(of: type) {
      case .record(let fields): #expect(Self.notation(fields) == row[1], "\(type)")
      case .scalar(let rule): #expect(rule == row[1], "\(type)")
      case .words: Issue.record("\(type) is an enumeration")
      }
    }
  }

  @Test("Every enumeration has the expected words")
  func enumerations() throws {
    for row in try SurfaceFiles.expected("enumerations.txt") {
      let type = try #require(TypeName(rawValue: row[0]))
      #expect(HostSurface.declaration(of: type) == .words(row[1].components(separatedBy: ", ")))
    }
  }

  @Test("The words about calls are those of CallControl, hostLost among them")
  func wordsOfCalls() {
    #expect(HostSurface.declaration(of: .callState) == .words(CallState.allCases.map(\.rawValue)))
    #expect(HostSurface.declaration(of: .errorCode) == .words(CallError.Code.allCases.map(\.rawValue)))
    guard case .words(let causes) = HostSurface.declaration(of: .endCause) else {
      Issue.record("no enumeration")
      return
    }
    #expect(causes.contains(EndCause.hostLost.word))
    for type in TypeName.allCases {
      if case .words(let words) = HostSurface.declaration(of: type) {
        #expect(!words.isEmpty && Set(words).count == words.count, "\(type)")
      }
    }
  }

  @Test("Policy has the members of the configuration's policy, and the screeners")
  func policy() throws {
    let schema = try JSONReader.read(Array(SurfaceFiles.text("docs/run-config.schema.json").utf8))
    guard case .object(let members)? = schema["properties"]?["policy"]?["properties"] else {
      Issue.record("no policy")
      return
    }
    let fields = HostSurface.declaration(of: .policy).members ?? []
    #expect(Set(fields.map(\.name)) == Set(members.map(\.name) + ["screeners"]))
    let limits = Set((HostSurface.declaration(of: .policyDeadlines).members ?? []).map(\.name))
    #expect(limits == Set(Deadline.allCases.map(\.rawValue)))
  }

  @Test("The table of errors has each number and D-Bus name of the contract")
  func errors() {
    let expected: [Int: Set<String>] = [
      -32700: ["parse"], -32600: ["invalidRequest"], -32601: ["unknownMethod"], -32602: ["invalid"], -32603: ["internal"],
      -32002: ["notPermitted"], -32003: ["notFound", "ambiguous"], -32004: ["exists", "keyReused", "wrongState"],
      -32005: ["tooLarge", "tooMany", "tooFast"], -32006: ["deadline"], -32007: ["unavailable"], -32008: ["rejected"],
    ]
    #expect(Dictionary(grouping: ErrorWord.allCases, by: \.number).mapValues { Set($0.map(\.rawValue)) } == expected)
    #expect(MethodError(.notPermitted, "").busName == "org.freedesktop.DBus.Error.AccessDenied")
    let refusal = MethodError(number: -32000, message: "", data: .object(of: ["code": .string("unknownCallUUID")]))
    #expect(refusal.busName == "org.hookswitch.Error.UnknownCallUUID")
  }

  @Test("docs/ has the documents that the command writes", arguments: ["surface.md", "openrpc.json", "dbus/org.hookswitch.Host1.xml"])
  func documents(file: String) throws {
    let written =
      switch file {
      case "surface.md": HostSurface.page
      case "openrpc.json": HostSurface.openRPC.pretty() + "\n"
      default: HostSurface.busXML + "\n"
      }
    #expect(try SurfaceFiles.text("docs/\(file)") == written, "write it with hookswitch help")
  }

  @Test("Every reference of the OpenRPC document leads to a schema or an error")
  func references() throws {
    let document = HostSurface.openRPC
    #expect(document["openrpc"]?.string == "1.3.2")
    #expect(document["methods"]?.array?.count == MethodName.allCases.count)
    var seen = 0
    func walk(_ value: JSONValue) {
      switch value {
      case .object(let members):
        for member in members {
          if member.name == "$ref", let path = member.value.string {
            seen += 1
            let parts = path.split(separator: "/").map(String.init)
            #expect(parts.count == 4 && document[parts[1]]?[parts[2]]?[parts[3]] != nil, "\(path)")
          }
          walk(member.value)
        }
      case .array(let items): items.forEach(walk)
      default: break
      }
    }
    walk(document)
    #expect(seen > 500)
  }
}
