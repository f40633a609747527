import Foundation
import Testing

@testable import TransportLoader

/// The memory of the last search for transports.
@Suite("KnownTransports") struct KnownTransportsTests {
  /// A folder with a transport that a search found.
  private struct Found {
    let rig: ContactRig
    let known: KnownTransports
    let path: SearchPath

    init(rest: Duration = .zero) throws {
      rig = try ContactRig()
      known = KnownTransports(rest: rest)
      path = SearchPath(folders: [.init(path: rig.workshop.folder, source: .option)])
      try rig.workshop.compile(defines: ["NOTE"])
      try rig.workshop.write("fixture.transport.json", manifest())
      // The first contact makes its folders beside the library, which is a change.
      #expect(search().usable(id: "org.example.fixture") != nil)
      #expect(search().usable(id: "org.example.fixture") != nil)
    }

    func search() -> TransportCatalog {
      known.catalog(searching: path, meeting: rig.contact) { $0.id == "org.example.fixture" }
    }

    var isRemembered: Bool { known.remembered(path, [:], rig.contact) != nil }
  }

  @Test("A search is remembered as long as its folders and files rest")
  func remembered() throws {
    let found = try Found()
    #expect(found.isRemembered)
    #expect(found.search().candidates == found.known.remembered(found.path, [:], found.rig.contact)?.candidates)
    #expect(found.known.remembered(SearchPath(folders: []), [:], found.rig.contact) == nil)
    #expect(found.known.remembered(found.path, ["org.example.fixture": "00"], found.rig.contact) == nil)
    #expect(found.known.remembered(found.path, [:], .none) == nil)
  }

  enum Change: CaseIterable { case newFile, touchedLibrary, newLibrary, newManifest, goneManifest, newMode, quarantine }

  @Test("Each change in a folder or file that a search depends on makes a new one", arguments: Change.allCases)
  func changed(change: Change) throws {
    let found = try Found()
    let folder = found.rig.workshop.folder
    switch change {
    case .newFile: try Data().write(to: URL(fileURLWithPath: folder + "/x"))
    case .touchedLibrary: try FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: folder + "/fixture.so")
    case .newLibrary: try found.rig.workshop.compile(defines: ["NOTE", "VERSION=\"2.0.0\""])
    case .newManifest: try found.rig.workshop.write("fixture.transport.json", manifest(["name": "Other"]))
    case .goneManifest: try FileManager.default.removeItem(atPath: folder + "/fixture.transport.json")
    case .newMode: try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder + "/fixture.so")
    case .quarantine:
      let file = try #require(found.rig.contact.quarantineFile?.path)
      let state = URL(fileURLWithPath: file).deletingLastPathComponent()
      try FileManager.default.createDirectory(at: state, withIntermediateDirectories: true)
      try Data("{}".utf8).write(to: URL(fileURLWithPath: file))
    }
    #expect(!found.isRemembered)
    let candidate = found.search().candidates.first
    switch change {
    case .newManifest: #expect(candidate?.name == "Other")
    case .newMode: #expect(candidate?.isUsable == false)
    default: #expect(candidate?.id == "org.example.fixture")
    }
  }

  @Test("A search among files that changed a moment ago, or without the wanted transport, is made again")
  func uncertain() throws {
    #expect(!(try Found(rest: .seconds(60)).isRemembered))
    let found = try Found()
    let other = found.known.catalog(searching: found.path, meeting: found.rig.contact) { $0.id == "org.example.other" }
    #expect(other.usable.map(\.id) == ["org.example.fixture"])
    try found.rig.workshop.compile("other", defines: ["NOTE", "ID=\"org.example.other\""])
    let again = found.known.catalog(searching: found.path, meeting: found.rig.contact) { $0.id == "org.example.other" }
    #expect(Set(again.usable.map(\.id)) == ["org.example.fixture", "org.example.other"])
  }
}
