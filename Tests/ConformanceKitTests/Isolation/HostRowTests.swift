import ConformanceKit
import Foundation
import Testing

@Suite("The rows for hosts")
struct HostRowTests {
  private static let tests = #filePath.components(separatedBy: "/ConformanceKitTests/")[0]

  @Test("name tests that exist", arguments: Catalogue.hostRows)
  func tests(row: HostRow) throws {
    #expect(!row.files.isEmpty && Catalogue.test(row.id) == nil)
    for file in row.files {
      let text = try String(contentsOfFile: Self.tests + "/" + file.path, encoding: .utf8)
      #expect(!file.functions.isEmpty)
      for function in file.functions { #expect(text.contains(function), "\(function)") }
    }
  }

  @Test("have a mutant each, and so have those that compare both places")
  func mutants() throws {
    let table = try String(contentsOfFile: Self.tests + "/Mutants/hosts.tsv", encoding: .utf8)
    let lines = table.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { $0.split(separator: "\t").map(String.init) }
    let killers = Set(lines.flatMap { $0[1].split(separator: ",").map(String.init) })
    #expect(killers == Set(Catalogue.hostRows.map(\.id)).union(["iso.parity", "iso.secrets"]))
    #expect(Set(lines.map { $0[0] }).count == lines.count)
  }

  @Test("are explained with their rules and their tests")
  func explained() throws {
    let text = try #require(Explanation.text(for: "iso.orphan"))
    #expect(text.hasPrefix("iso.orphan (\(HostRow.reason))\n") && text.contains("HSW-R-142"))
    #expect(text.contains("\n  Tests/TransportLoaderTests/Supervision/HostDeathTests.swift"))
  }
}
