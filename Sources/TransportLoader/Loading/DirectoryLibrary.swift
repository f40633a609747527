package import TransportABI

/// The plugin of a call directory, loaded into this process: only a process that makes a directory's request does so.
///
/// It is judged as a transport is, and only the judged bytes run.
package struct DirectoryLibrary {
  /// The one symbol that a directory exports.
  static let entrySymbol = "hookswitch_directory_query"

  /// The directory, from its descriptor.
  package struct Descriptor: Hashable, Sendable {
    /// The reverse-DNS id.
    package var id: String
    /// The name for people.
    package var name: String
    /// The plugin's version.
    package var version: String
    /// The SPDX license.
    package var license: String
  }

  /// The file's path without links.
  package let path: String
  /// The directory.
  package let descriptor: Descriptor
  /// The chosen minor version of the contract.
  package let minor: UInt32
  /// The entry points; `begin_request` is not NULL.
  package let entry: hsw_directory_entry

  /// Judges and opens the file at `path`, negotiates the version, and reads the descriptor. [loader]
  ///
  /// - Throws: the reason of a refusal.
  package init(opening path: String) throws(TransportRefusal) {
    let library = try JudgedLibrary(reading: path, policy: .current)
    self.path = library.path
    guard library.elf.exports.contains(Self.entrySymbol) else {
      let isData = library.elf.exportedData.contains(Self.entrySymbol)
      throw TransportRefusal(
        .noEntry, file: library.path, field: Self.entrySymbol,
        [.init("file", isData ? "data" : "not exported"), .init("host", "an exported function")],
        advice: library.elf.exports.contains(TransportJudge.entrySymbol)
          ? "this is a transport: name it as \"transport\" of a provider" : "export the function of directory.h")
    }
    // The contract fixes the type of the function with this name.
    let function = unsafeBitCast(try LinkedLibrary(library, symbol: Self.entrySymbol).entry, to: Query.self)
    let query = try Self.negotiate(function, library.path)
    minor = query.chosen_minor
    entry = try Self.entry(query.entry, library.path)
    descriptor = try Self.descriptor(entry.descriptor, library.path)
  }

  private typealias Query = @convention(c) (UnsafeMutablePointer<hsw_directory_query>?) -> hsw_status

  private static func negotiate(_ function: Query, _ path: String) throws(TransportRefusal) -> hsw_directory_query {
    var query = hsw_directory_query()
    query.size = UInt32(MemoryLayout<hsw_directory_query>.size)
    query.magic = UInt32(HSW_MAGIC)
    query.major_min = ContractVersion.major
    query.major_max = ContractVersion.major
    query.minor = ContractVersion.minor
    let status = function(&query)
    let version = "\(ContractVersion.major).\(ContractVersion.minor)"
    guard status == HSW_OK else {
      throw TransportRefusal(
        status == HSW_E_VERSION ? .version : .refused, file: path, field: entrySymbol,
        [.init("directory", "\(status) \(BorrowedText.read(buffer: query.reason))"), .init("host", "0 for version \(version)")],
        advice: "use a directory for this host's version")
    }
    guard query.chosen_major == ContractVersion.major, query.chosen_minor <= ContractVersion.minor else {
      throw broken(path, "query.chosen", "\(query.chosen_major).\(query.chosen_minor)", version)
    }
    return query
  }

  private static func entry(_ pointer: UnsafePointer<hsw_directory_entry>?, _ path: String) throws(TransportRefusal) -> hsw_directory_entry
  {
    guard let pointer else { throw broken(path, "query.entry", "NULL", "a table") }
    guard let entry = GrowingTable.copy(pointer, as: hsw_directory_entry.self, zero: hsw_directory_entry()) else {
      throw broken(path, "entry.size", "\(pointer.pointee.size)", "at least \(MemoryLayout<hsw_directory_entry>.size)")
    }
    guard entry.flags & UInt32(HSW_MUST) == 0 else {
      throw broken(path, "entry.flags", "0x" + String(entry.flags, radix: 16), "only flags that this host knows")
    }
    guard entry.begin_request != nil else { throw broken(path, "entry.begin_request", "NULL", "a function") }
    return entry
  }

  private static func descriptor(
    _ pointer: UnsafePointer<hsw_directory_descriptor>?, _ path: String
  ) throws(TransportRefusal) -> Descriptor {
    guard let pointer else { throw broken(path, "entry.descriptor", "NULL", "a descriptor") }
    guard let table = GrowingTable.copy(pointer, as: hsw_directory_descriptor.self, zero: hsw_directory_descriptor()) else {
      throw broken(path, "descriptor.size", "\(pointer.pointee.size)", "at least \(MemoryLayout<hsw_directory_descriptor>.size)")
    }
    guard let id = BorrowedText.read(table.id), ManifestReader.isID(id) else {
      throw broken(path, "descriptor.id", BorrowedText.read(table.id) ?? "no string", "3 to 64 of a-z, 0-9, `.` and `-`")
    }
    func text(_ field: String, _ value: hsw_str) throws(TransportRefusal) -> String {
      guard let text = BorrowedText.read(value), !text.isEmpty, !TerminalText.hasUnsafe(text) else {
        throw broken(path, "descriptor." + field, "no text", "one line of UTF-8")
      }
      return text
    }
    return Descriptor(
      id: id, name: try text("name", table.name), version: try text("version", table.version), license: try text("license", table.license))
  }

  private static func broken(_ path: String, _ field: String, _ found: String, _ wanted: String) -> TransportRefusal {
    TransportRefusal(
      .refused, file: path, field: field, [.init("directory", found), .init("host", wanted)],
      advice: "tell the directory's author: it breaks the contract")
  }
}
