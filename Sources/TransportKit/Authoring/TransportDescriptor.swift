internal import TransportABI

/// A transport's description, which hosts list before they make an instance.
///
/// It must agree with the manifest beside the library.
public struct TransportDescriptor: Sendable {
  /// The transport's id: a reverse-DNS name of 3 to 64 characters from `a-z`, `0-9`, `.` and `-`.
  public var id: String
  /// Its name for people.
  public var name: String
  /// The plugin's version.
  public var version: String
  /// Its maker.
  public var vendor: String
  /// Its licence as an SPDX expression.
  public var license: String
  /// The address of its web page.
  public var url: String
  /// The kinds of handles that it can call, its own first.
  public var handleKinds: [String]
  /// The largest number of simultaneous calls in one instance; 0: no limit.
  public var maxCalls: UInt32
  /// The media of its calls.
  ///
  /// The kit adds the names of the extensions, from the protocols that the transport conforms to.
  public var media: [String]
  /// True when all instances must share one thread.
  public var needsOneLoop: Bool

  /// Makes a descriptor; `id`, `name` and `version` have no default.
  public init(
    id: String, name: String, version: String, vendor: String = "", license: String = "", url: String = "",
    handleKinds: [String] = ["tel"], maxCalls: UInt32 = 0, media: [String] = ["voice"], needsOneLoop: Bool = false
  ) {
    self.id = id
    self.name = name
    self.version = version
    self.vendor = vendor
    self.license = license
    self.url = url
    self.handleKinds = handleKinds
    self.maxCalls = maxCalls
    self.media = media
    self.needsOneLoop = needsOneLoop
  }
}

extension TransportDescriptor {
  /// The Swift source of the plugin's ELF note, which tells hosts the library's contents without running it.
  ///
  /// Swift evaluates nothing for a section, so the plugin must contain the literal that this prints. A library with a manifest needs no
  /// note; if it has both, they must agree. Print the note again after any change of the descriptor.
  public var note: String {
    let words = noteWords.map { $0 > 255 ? "0x\(String($0, radix: 16))" : "\($0)" }
    let rows = stride(from: 0, to: words.count, by: 11).map { words[$0..<$0 + 11].joined(separator: ", ") }
    return """
      @section(".note.hookswitch") @used
      let note: [33 of UInt32] = [
        \(rows.joined(separator: ",\n  ")),
      ]
      """
  }

  /// The note's 132 bytes as words.
  var noteWords: [UInt32] {
    var flags = UInt32(HSW_ENTRY_NO_UNLOAD)
    if needsOneLoop { flags |= UInt32(HSW_ENTRY_ONE_LOOP) }
    var words: [UInt32] = [UInt32(HSW_NOTE_OWNER.utf8.count + 1), 108, UInt32(HSW_NOTE_TYPE)]
    words += padded(HSW_NOTE_OWNER, 12)
    words += [UInt32(HSW_ABI_MAJOR), UInt32(HSW_ABI_MINOR), flags]
    return words + padded(id, 64) + padded(version, 32)
  }

  private func padded(_ text: String, _ length: Int) -> [UInt32] {
    let bytes = Array(text.utf8.prefix(length - 1)) + Array(repeating: 0, count: length - min(text.utf8.count, length - 1))
    return stride(from: 0, to: length, by: 4).map { at in
      bytes[at..<at + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
  }
}
