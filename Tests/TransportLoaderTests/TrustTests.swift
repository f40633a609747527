import CLinux
import Digests
import Foundation
import Glibc
import Testing

@testable import TransportLoader

/// The owners and permissions of trusted files.
@Suite struct TrustTests {
  static let policy = TrustPolicy(user: UInt32(geteuid()), isPrivateGroup: { _ in false })

  /// A file two folders below a fresh one.
  struct Place {
    let workshop: Workshop
    let folder: String
    let file: String

    init() throws {
      workshop = try Workshop()
      folder = workshop.folder + "/inner"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o755])
      file = folder + "/a.so"
      try Data("content".utf8).write(to: URL(fileURLWithPath: file))
      chmod(file, 0o644)
    }

    func read(_ policy: TrustPolicy = TrustTests.policy, sha256: String? = nil) throws(TrustError) -> TrustedFile {
      try TrustedFile.read(file, policy: policy, limit: 1000, sha256: sha256)
    }
  }

  @Test func aFileOfTheUsersInFoldersOfTheUsersIsRead() throws {
    let place = try Place()
    let file = try place.read()
    #expect(file.bytes == Array("content".utf8))
    #expect(FileIdentity.of(file.path) == file.identity)
  }

  @Test(arguments: [("file", 0o666, "mode"), ("file", 0o664, "mode"), ("folder", 0o777, "mode"), ("folder", 0o775, "mode")])
  func whatOthersCanWriteToIsRefusedByItsName(which: String, mode: Int, field: String) throws {
    let place = try Place()
    let path = which == "file" ? place.file : place.folder
    chmod(path, mode_t(mode))
    let error = #expect(throws: TrustError.self) { try place.read() }
    #expect(error?.field == field)
    #expect(error?.place == TrustedFile.resolve(path))
    #expect(error?.advice.contains("chmod") == true)
  }

  @Test func aStickyFolderAndAPrivateGroupMayBeWritable() throws {
    let place = try Place()
    chmod(place.folder, 0o1777)
    #expect(throws: Never.self) { try place.read() }
    chmod(place.folder, 0o775)
    chmod(place.file, 0o664)
    #expect(throws: Never.self) { try place.read(TrustPolicy(user: UInt32(geteuid()), isPrivateGroup: { _ in true })) }
  }

  @Test func whatBelongsToAStrangerIsRefused() throws {
    let place = try Place()
    let stranger = TrustPolicy(user: 4_000_000, isPrivateGroup: { _ in false })
    if geteuid() == 0 { chown(place.file, 12345, 12345) }
    let error = #expect(throws: TrustError.self) { try place.read(stranger) }
    #expect(error?.field == "owner")
  }

  @Test func aPinIsCompared() throws {
    let place = try Place()
    let digest = SHA256.hexadecimal(of: Array("content".utf8))
    #expect(throws: Never.self) { try place.read(sha256: digest.uppercased()) }
    let error = #expect(throws: TrustError.self) { try place.read(sha256: String(repeating: "0", count: 64)) }
    #expect(error?.field == "sha256")
    #expect(error?.found == digest)
  }

  @Test func aLinkLeadsToTheFileThatIsJudged() throws {
    let place = try Place()
    let link = place.workshop.folder + "/link.so"
    symlink(place.file, link)
    let file = try TrustedFile.read(link, policy: Self.policy, limit: 1000)
    #expect(file.path == TrustedFile.resolve(place.file))
    chmod(place.folder, 0o777)
    #expect(throws: TrustError.self) { try TrustedFile.read(link, policy: Self.policy, limit: 1000) }
  }

  @Test func whatIsNoPlainFileIsRefusedWithoutWaiting() throws {
    let place = try Place()
    let pipe = place.folder + "/pipe.so"
    mkfifo(pipe, 0o644)
    let error = #expect(throws: TrustError.self) { try TrustedFile.read(pipe, policy: Self.policy, limit: 1000) }
    #expect(error?.field == "kind")
    #expect(throws: TrustError.self) { try TrustedFile.read(place.folder, policy: Self.policy, limit: 1000) }
    #expect(throws: TrustError.self) { try TrustedFile.read(place.folder + "/none.so", policy: Self.policy, limit: 1000) }
    #expect(throws: TrustError.self) { try TrustedFile.read(place.file, policy: Self.policy, limit: 3) }
  }

  /// An access control list in the kernel's format: entries of kind, rights and id.
  static func accessList(_ entries: [(UInt16, UInt16, UInt32)]) -> [UInt8] {
    var bytes: [UInt8] = [2, 0, 0, 0]
    for (kind, rights, id) in entries {
      bytes += [UInt8(truncatingIfNeeded: kind), UInt8(truncatingIfNeeded: kind >> 8)]
      bytes += [UInt8(truncatingIfNeeded: rights), UInt8(truncatingIfNeeded: rights >> 8)]
      for shift: UInt32 in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: id >> shift)) }
    }
    return bytes
  }

  static let nobody = UInt32.max

  static let accessCases: [(kind: UInt16, rights: UInt16, id: UInt32, isTrusted: Bool)] = [
    (0x02, 6, 4711, false), (0x08, 6, 4711, false), (0x02, 4, 4711, true), (0x02, 6, 0, true), (0x08, 2, 4711, false),
  ]

  @Test(
    "L13: with an access control list the group's bits are its mask, and whoever the list lets write is judged",
    arguments: accessCases)
  func accessLists(kind: UInt16, rights: UInt16, id: UInt32, isTrusted: Bool) throws {
    var entries: [(UInt16, UInt16, UInt32)] = [(0x01, 6, Self.nobody)]
    if kind == 2 { entries.append((kind, rights, id)) }
    entries.append((0x04, 4, Self.nobody))
    if kind == 8 { entries.append((kind, rights, id)) }
    entries += [(0x10, 6, Self.nobody), (0x20, 4, Self.nobody)]
    let list = Self.accessList(entries)
    // The owner's group is private: without the list the permission would be accepted.
    let policy = TrustPolicy(user: UInt32(geteuid()), isPrivateGroup: { $0 == getegid() })
    for which in ["file", "folder"] {
      let place = try Place()
      let path = which == "file" ? place.file : place.folder
      let code = setxattr(path, "system.posix_acl_access", list, list.count, 0)
      guard code == 0 || errno != EOPNOTSUPP else { continue }
      try #require(code == 0, "\(errno)")
      if isTrusted {
        #expect(throws: Never.self) { try place.read(policy) }
      } else {
        let error = #expect(throws: TrustError.self) { try place.read(policy) }
        #expect(error?.field == "access control list" && error?.place == TrustedFile.resolve(path))
      }
    }
  }

  @Test("The mask takes rights away, and a malformed list is refused")
  func accessListText() {
    let masked = AccessList(Self.accessList([(0x01, 7, 0), (0x02, 6, 9), (0x04, 4, 0), (0x10, 4, 0), (0x20, 4, 0)]))
    #expect(masked?.writers == [])
    let open = AccessList(Self.accessList([(0x01, 7, 0), (0x02, 6, 9), (0x04, 6, 0), (0x08, 2, 7), (0x10, 7, 0), (0x20, 4, 0)]))
    #expect(open?.writers == [.user(9), .owningGroup, .group(7)])
    #expect(AccessList([1, 0, 0, 0]) == nil && AccessList([2, 0, 0, 0, 1]) == nil && AccessList(Self.accessList([(0x40, 7, 0)])) == nil)
  }
}
