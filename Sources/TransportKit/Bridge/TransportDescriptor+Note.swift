internal import TransportABI

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
