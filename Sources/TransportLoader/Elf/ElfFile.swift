/// A shared object, read from its bytes without mapping or running it.
///
/// `dlopen` of a truncated or corrupt file can crash the process; this reads the same tables with every bound checked.
package struct ElfFile: Equatable, Sendable {
  /// The largest file that is read, in bytes.
  static let maximumSize = 512 * 1024 * 1024

  package private(set) var machine: UInt16
  package private(set) var buildID: String?
  package private(set) var notes: [ElfNote] = []
  /// The headers for the dynamic linker.
  private(set) var head: ElfHead
  /// The libraries that it needs.
  package var needed: [String] { head.needed }
  package private(set) var isSwift = false
  /// The functions of the dynamic symbol table that other code can call.
  package private(set) var exports: [String] = []
  /// Exported data, which cannot serve as the entry function.
  package private(set) var exportedData: [String] = []
  /// Exported symbols of other kinds, each with its kind: resolvers (IFUNC), thread-local data, and symbols without a type.
  package private(set) var otherExports: [String] = []

  private static let linkerSymbols: Set<String> = [
    "_init", "_fini", "_end", "end", "_edata", "edata", "_etext", "etext", "__bss_start", "__bss_start__", "__bss_end__", "_bss_end__",
    "__end__",
  ]

  /// Reads and judges a file.
  package init(_ bytes: [UInt8]) throws(ElfError) {
    let file = ByteReader(bytes: bytes)
    let header = try ElfHeader(file)
    machine = header.machine
    head = try ElfHead(size: bytes.count) { place, count in Array(bytes[Int(place)..<Int(place) + count]) }
    let layout = ElfLayout((0..<header.segments.count).map { ElfSegment(file, at: header.segments.offset(of: $0)) })
    for segment in layout.segments where segment.kind == ElfSegment.note {
      try readNotes(file, segment.offset, segment.fileSize, segment.alignment)
    }
    try readSections(header, file)
    if header.sections.count == 0 { readSymbols(try ElfDynamic(file, in: try layout.dynamicSegment()), layout, file) }
  }

  private mutating func readNotes(_ file: ByteReader, _ offset: UInt64, _ size: UInt64, _ alignment: UInt64) throws(ElfError) {
    let step: UInt64 = alignment == 8 ? 8 : 4
    func padded(_ size: UInt64) -> UInt64 { (size + step - 1) / step * step }
    var place = offset
    let end = offset + size
    while place + 12 <= end, let nameSize: UInt32 = file.number(at: place), let textSize: UInt32 = file.number(at: place + 4),
      let kind: UInt32 = file.number(at: place + 8)
    {
      // Header and name are padded together: in a segment aligned to 8, a text follows a name of 4 bytes directly.
      let text = place + padded(12 + UInt64(nameSize))
      guard text + UInt64(textSize) <= end else {
        throw ElfError(field: "note", found: "\(nameSize) and \(textSize) bytes at \(place)", wanted: "inside the notes' segment")
      }
      let owner = file.text(at: place + 12, limit: place + 12 + UInt64(nameSize))
      if owner == "GNU", kind == 3, let range = file.range(at: text, size: UInt64(textSize)) {
        let digits = Array("0123456789abcdef".utf8)
        buildID = String(decoding: file.bytes[range].flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
      } else if owner == "Hookswitch", kind == 1 {
        let note = try Self.note(file, at: text, size: textSize)
        if !notes.contains(note) { notes.append(note) }
      }
      place = text + padded(UInt64(textSize))
    }
  }

  private static func note(_ file: ByteReader, at place: UInt64, size: UInt32) throws(ElfError) -> ElfNote {
    guard size == 108 else { throw ElfError(field: "Hookswitch note", found: "\(size) bytes", wanted: "108 bytes") }
    guard let id = file.text(at: place + 12, limit: place + 76), let version = file.text(at: place + 76, limit: place + 108),
      ManifestReader.isID(id), !version.isEmpty, !TerminalText.hasUnsafe(version)
    else { throw ElfError(field: "Hookswitch note", found: "no id or version", wanted: "an id of a-z, 0-9, `.`, `-` and a version") }
    return ElfNote(
      abiMajor: file.number(at: place) ?? 0, abiMinor: file.number(at: place + 4) ?? 0, flags: file.number(at: place + 8) ?? 0, id: id,
      version: version)
  }

  // MARK: sections and symbols

  private mutating func readSections(_ header: ElfHeader, _ file: ByteReader) throws(ElfError) {
    guard header.sections.count > 0 else { return }
    let nameIndex = UInt64(file.number(at: 62) ?? UInt16(0))
    let names = header.sections.offset(of: min(nameIndex, header.sections.count - 1))
    let namesStart: UInt64 = file.number(at: names + 24) ?? 0
    let namesRange = file.range(at: namesStart, size: file.number(at: names + 32) ?? 0)
    for index in 0..<header.sections.count {
      let section = header.sections.offset(of: index)
      let kind: UInt32 = file.number(at: section + 4) ?? 0
      let offset: UInt64 = file.number(at: section + 24) ?? 0
      let size: UInt64 = file.number(at: section + 32) ?? 0
      guard kind == 8 || kind == 0 || file.range(at: offset, size: size) != nil else {
        throw ElfError(
          field: "section \(index)", found: "\(size) bytes at \(offset)", wanted: "inside the file of \(file.count) bytes: it is truncated")
      }
      let name = UInt64(file.number(at: section) ?? UInt32(0))
      if let namesRange, file.text(at: namesStart + name, limit: UInt64(namesRange.upperBound))?.hasPrefix("swift5_") == true {
        isSwift = true
      }
      guard kind == 11 else { continue }
      let link = UInt64(file.number(at: section + 40) ?? UInt32(0))
      guard link < header.sections.count else {
        throw ElfError(field: ".dynsym sh_link", found: "\(link)", wanted: "below \(header.sections.count)")
      }
      let strings = header.sections.offset(of: link)
      let start: UInt64 = file.number(at: strings + 24) ?? 0
      let length: UInt64 = file.number(at: strings + 32) ?? 0
      guard file.range(at: start, size: length) != nil else {
        throw ElfError(field: ".dynstr", found: "\(length) bytes at \(start)", wanted: "inside the file")
      }
      readSymbols(file, at: offset, count: size / 24, names: start, end: start + length)
    }
  }

  /// Reads the symbols of a file without section headers: linkers place the string table directly behind the symbol table.
  private mutating func readSymbols(_ dynamic: ElfDynamic, _ layout: ElfLayout, _ file: ByteReader) {
    guard let symbols = layout.place(of: dynamic.symbolTable), let strings = layout.place(of: dynamic.stringTable),
      strings.offset > symbols.offset
    else { return }
    readSymbols(
      file, at: symbols.offset, count: (strings.offset - symbols.offset) / 24, names: strings.offset,
      end: min(strings.end, strings.offset + min(dynamic.stringTableSize, UInt64(file.count))))
  }

  private mutating func readSymbols(_ file: ByteReader, at offset: UInt64, count: UInt64, names: UInt64, end: UInt64) {
    for index in 0..<count {
      let place = offset + index * 24
      guard let name: UInt32 = file.number(at: place), let info: UInt8 = file.number(at: place + 4),
        let visibility: UInt8 = file.number(at: place + 5), let section: UInt16 = file.number(at: place + 6)
      else { return }
      // Global, weak, and unique in the process.
      guard section != 0, [1, 2, 10].contains(info >> 4), visibility & 3 == 0 || visibility & 3 == 3, name != 0,
        let text = file.text(at: names + UInt64(name), limit: end)
      else { continue }
      switch info & 15 {
      case 2: exports.append(text)
      case 1: exportedData.append(text)
      case 5: otherExports.append("\(text) (common data)")
      case 6: otherExports.append("\(text) (thread-local data)")
      case 10: otherExports.append("\(text) (a resolver, IFUNC)")
      // Linkers define these without a type.
      case 0 where !Self.linkerSymbols.contains(text): otherExports.append("\(text) (without a type)")
      default: break
      }
    }
  }
}

/// The reason why a file is not a shared object for this host.
package struct ElfError: Error, Equatable, Sendable {
  /// The wrong field, as the ELF specification names it.
  package var field: String
  /// The value found.
  package var found: String
  /// The value expected.
  package var wanted: String
}

/// A `.note.hookswitch` note: one descriptor of the shared object that contains it.
public struct ElfNote: Hashable, Codable, Sendable {
  /// The major version of the contract that the transport was compiled with.
  public var abiMajor: UInt32
  /// The minor version of the contract that the transport was compiled with.
  public var abiMinor: UInt32
  /// The flags of the entry.
  public var flags: UInt32
  /// The transport's id.
  public var id: String
  /// The transport's version.
  public var version: String
}
