import Foundation
import HostDoors
import Testing

@Suite("FlatpakInfo and HostLock")
struct PeerTests {
  static let files: [(text: String, name: String?)] = [
    ("[Application]\nname=org.example.Chat\nruntime=runtime/x\n\n[Instance]\nname=other\n", "org.example.Chat"),
    ("[Instance]\nname=other\n[Application]\n name = org.example.B\n", "org.example.B"),
    ("[Runtime]\nruntime=org.gnome.Sdk\n", "org.gnome.Sdk"),
    ("name=org.example.Chat\n", nil), ("[Application]\nname=\n", nil), ("", nil), ("\u{0}[[\n=\n", nil),
  ]

  @Test("The app's id stands in the group Application", arguments: files.indices)
  func flatpak(_ number: Int) { #expect(FlatpakInfo.name(in: Self.files[number].text.utf8) == Self.files[number].name) }

  @Test("The lock excludes a second holder, names the first, and is free after it")
  func lock() throws {
    let folder = try Stage.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let socket = folder.path + "/a/b/host.sock"
    var first: HostLock? = try HostLock(beside: socket)
    #expect(first?.path == folder.path + "/a/b/host.lock")
    #expect(try String(contentsOfFile: folder.path + "/a/b/host.lock", encoding: .utf8) == "\(getpid())\n")
    let error = #expect(throws: DoorError.self) { try HostLock(beside: socket) }
    #expect(error == .alreadyRunning(lock: folder.path + "/a/b/host.lock", pid: getpid()))
    first = nil
    #expect(throws: Never.self) { try HostLock(beside: socket) }
    #expect(HostLock.path(beside: "/x/other") == "/x/other.lock")
  }

  @Test("A link in the place of the lock is refused")
  func link() throws {
    let folder = try Stage.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try "precious".write(toFile: folder.path + "/file", atomically: true, encoding: .utf8)
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/host.lock", withDestinationPath: folder.path + "/file")
    #expect(throws: DoorError.self) { try HostLock(beside: folder.path + "/host.sock") }
    #expect(try String(contentsOfFile: folder.path + "/file", encoding: .utf8) == "precious")
  }
}
