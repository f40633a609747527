internal import CLtdlShim

/// All the libraries that the dynamic linker would load with a library, found in the linker's way and judged.
struct LibraryClosure: Hashable, Sendable {
  /// One library of the closure.
  struct Member: Hashable, Sendable {
    /// Its path without links.
    var file: String
    /// The file's identity when it was judged.
    var identity: FileIdentity
    /// The names that other libraries need it by.
    var names: [String]
    /// Its own name (DT_SONAME).
    var soname: String?
    /// The names of the libraries that it needs.
    var needed: [String]
    /// True for a library of the system.
    var isSystem: Bool
    /// True when the process has loaded it already.
    var isLoaded: Bool
  }

  /// The largest number of libraries that one transport may need.
  private static let maximumCount = 1024
  /// The longest chain of libraries of which each needs the next.
  private static let maximumDepth = 64

  /// The libraries, each after those that it needs, except where two need each other.
  private(set) var members: [Member] = []
  /// The names for which no file is found.
  private(set) var missing: [String] = []

  /// The closure as strings to compare: they change when a file changes or another takes its place.
  var words: [String] {
    let linkerCache = LinkerCache.current.identity?.words ?? "-"
    return members.map { "\($0.names.joined(separator: " ")) \($0.identity.words)" } + missing.map { "\($0) elsewhere \(linkerCache)" }
  }

  /// Finds and judges all libraries that the library at `file` needs.
  ///
  /// - Throws: the reason why one may not be loaded; libraries that the process has already are not judged.
  init(of head: ElfHead, file: String, search: LibrarySearch, loaded: Set<String> = LoadedNames.current) throws(TransportRefusal) {
    var walk = Walk(search: search, loaded: loaded)
    try walk.follow([.init(file: file, head: head)])
    members = walk.order.compactMap { walk.members[$0] }
    missing = walk.missing
  }

  /// A depth-first walk that identifies a library by its device and inode.
  private struct Walk {
    struct Key: Hashable {
      var device: UInt64
      var inode: UInt64
    }

    let search: LibrarySearch
    let loaded: Set<String>
    var members: [Key: Member] = [:]
    var order: [Key] = []
    var missing: [String] = []

    mutating func follow(_ chain: [LibrarySearch.Seeker]) throws(TransportRefusal) {
      guard let seeker = chain.last else { return }
      for name in seeker.head.needed {
        // The linker takes a library that it has under that name, from any folder.
        if let key = members.first(where: { $0.value.answers(to: name) })?.key {
          if members[key]?.names.contains(name) == false { members[key]?.names.append(name) }
          continue
        }
        let isLoaded = loaded.contains(name)
        guard let find = try search.find(name, for: chain, isLoaded: isLoaded) else {
          if !missing.contains(name) { missing.append(name) }
          continue
        }
        try take(find, name, isLoaded: isLoaded, chain)
      }
    }

    private mutating func take(
      _ find: LibrarySearch.Find, _ name: String, isLoaded: Bool, _ chain: [LibrarySearch.Seeker]
    ) throws(TransportRefusal) {
      let seeker = chain.last?.file ?? ""
      let judged: (path: String, identity: FileIdentity, head: ElfHead)
      do {
        judged = try TrustedFile.head(find.file, policy: isLoaded || find.isSystem ? .everybody : search.policy)
      } catch let error as TrustError {
        if isLoaded { return }
        throw TransportRefusal(error, neededBy: seeker, by: "DT_NEEDED \(name)")
      } catch let error as ElfError {
        if isLoaded { return }
        var refusal = TransportRefusal(error, file: find.file)
        refusal.advice += "; \(seeker) needs it"
        throw refusal
      } catch {
        return
      }
      let key = Key(device: judged.identity.device, inode: judged.identity.inode)
      if members[key] != nil {
        members[key]?.names.append(name)
        return
      }
      guard members.count < LibraryClosure.maximumCount, chain.count < LibraryClosure.maximumDepth else {
        throw TransportRefusal(
          .malformed, file: find.file, field: "DT_NEEDED",
          [.init("file", "more than \(members.count) libraries, \(chain.count) deep"), .init("host", "fewer")], advice: "link it with fewer"
        )
      }
      let head = judged.head
      members[key] = Member(
        file: judged.path, identity: judged.identity, names: [name], soname: head.soname, needed: head.needed, isSystem: find.isSystem,
        isLoaded: isLoaded)
      try follow(chain + [.init(file: find.file, head: head)])
      order.append(key)
    }
  }
}

extension LibraryClosure.Member {
  /// True when the linker takes it for the library `name`.
  fileprivate func answers(to name: String) -> Bool { soname == name || names.contains(name) }
}

/// The names of the libraries in the process: the dynamic linker does not look for a library of such a name.
enum LoadedNames {
  private final class Collection {
    var names: Set<String> = []
  }

  /// The present names: each library's path and its own name.
  static var current: Set<String> {
    let collection = Collection()
    hookswitch_ltdl_each_name(take, Unmanaged.passUnretained(collection).toOpaque())
    return collection.names
  }

  private static let take: @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?) -> Void = { context, name in
    guard let context, let name else { return }
    Unmanaged<Collection>.fromOpaque(context).takeUnretainedValue().names.insert(String(cString: name))
  }
}
