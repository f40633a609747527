internal import CLtdlShim
internal import Glibc

/// Loads a judged library after all the libraries that it needs, so that the dynamic linker searches for none itself.
///
/// Libraries that are not the system's are loaded from a sealed copy of the judged bytes, so that changing or replacing a file during or
/// after the load has no effect. Each copy bears its file's name for debuggers and backtraces.
struct ClosureLoading {
  private let library: JudgedLibrary

  init(_ library: JudgedLibrary) {
    self.library = library
  }

  /// Loads the library; called under the lock of libltdl.
  ///
  /// - Parameter open: opens the library itself from its copy.
  func open(
    _ open: (_ path: String, _ copy: CInt, FileIdentity) throws(TransportRefusal) -> LinkedLibrary
  ) throws(TransportRefusal) -> LinkedLibrary {
    defer { hookswitch_ltdl_restore_names() }
    let bytes = try Dictionary(
      uniqueKeysWithValues: library.closure.members.filter { !$0.isSystem && !Self.has($0) }.map { member throws(TransportRefusal) in
        (member.file, try read(member))
      })
    for member in library.closure.members { try bring(member, bytes[member.file]) }
    for name in library.elf.needed where hookswitch_ltdl_has(name) == 0 { throw unloadable(Self.notFound(name)) }
    let copy = try copy(library.trusted.bytes, of: library.path)
    do {
      // The copy stays open: the linker remembers its descriptor number, which must not become another file's.
      return try open(library.path, copy, library.identity)
    } catch {
      close(copy)
      throw error
    }
  }

  private static func notFound(_ name: String) -> String { "\(name): cannot open shared object file: No such file or directory" }

  /// True when the process has the library under every name that others need it by.
  private static func has(_ member: LibraryClosure.Member) -> Bool { member.names.allSatisfy { hookswitch_ltdl_has($0) != 0 } }

  /// Reads a needed library, which was judged only by its headers, and judges the headers of these bytes once more.
  private func read(_ member: LibraryClosure.Member) throws(TransportRefusal) -> [UInt8] {
    let file: TrustedFile
    do {
      file = try TrustedFile.read(member.file, policy: library.policy, limit: ElfFile.maximumSize)
    } catch {
      throw TransportRefusal(error, neededBy: library.path, by: "DT_NEEDED \(member.names[0])")
    }
    guard file.identity == member.identity else {
      throw TransportRefusal(
        .replaced, file: member.file, field: "identity", [.init("file", "another file than the checked one"), .init("host", "the same")],
        advice: "try again when its installation is over")
    }
    do {
      _ = try ElfHead(size: file.bytes.count) { place, count in Array(file.bytes[Int(place)..<Int(place) + count]) }
    } catch {
      throw TransportRefusal(error, file: member.file)
    }
    return file.bytes
  }

  private func bring(_ member: LibraryClosure.Member, _ bytes: [UInt8]?) throws(TransportRefusal) {
    guard !Self.has(member) else { return }
    // The linker knows a library by its path, its own name, and one more name that this code can add.
    let others = member.names.filter { $0 != member.soname && $0 != member.file && hookswitch_ltdl_has($0) == 0 }
    guard others.count <= 1 else { throw unloadable("\(member.file) is needed by more than one name: \(others.joined(separator: ", "))") }
    if hookswitch_ltdl_has(member.file) != 0 {
      if let name = others.first { hookswitch_ltdl_lend_name(member.file, name) }
      return
    }
    if !member.isSystem {
      for name in member.needed where hookswitch_ltdl_has(name) == 0 {
        let isLater = library.closure.members.contains { $0.names.contains(name) }
        throw unloadable(isLater ? "\(member.file) and \(name) need each other" : Self.notFound(name))
      }
    }
    let copy = try bytes.map { bytes throws(TransportRefusal) in try self.copy(bytes, of: member.file) } ?? -1
    let reason = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1024) { text -> String? in
      hookswitch_ltdl_bring(member.file, copy, others.first, text.baseAddress, text.count) == 0 ? nil : String(cString: text.baseAddress!)
    }
    guard let reason else { return }
    if copy >= 0 { close(copy) }
    throw unloadable(reason)
  }

  private func copy(_ bytes: [UInt8], of path: String) throws(TransportRefusal) -> CInt {
    let copy = bytes.withUnsafeBytes { hookswitch_ltdl_copy(path, $0.baseAddress, $0.count) }
    guard copy >= 0 else { throw unloadable("cannot make a private copy of \(path): \(String(cString: strerror(errno)))") }
    return copy
  }

  private func unloadable(_ reason: String) -> TransportRefusal {
    TransportRefusal(
      .unloadable, file: library.path, field: "dlopen", [.init("linker", reason)], advice: "install what it needs, or build it again")
  }
}
