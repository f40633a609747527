internal import TransportABI

// The bits and bytes of the plugin's tables.
extension PluginInstance {
  /// Returns the stray bits of the instance and its extensions, in words.
  package func strayBits() throws -> [String] {
    var found = [StrayBits.words("hsw_instance", flags: table.flags)]
    for (id, _) in PluginExtension.all {
      guard let pointer = try askExtension(id) else { continue }
      let known: UInt32 = id == HSW_EXT_HANDOVER ? .max : 0
      found.append(
        StrayBits.words("the table of \(id)", flags: ForeignMemory.load(pointer + 4, as: UInt32.self), known: known))
    }
    return found.compactMap { $0 }
  }

  /// Returns the bytes of the instance's tables, by name, to compare them later.
  package func tableContents() throws -> [String: [UInt8]] {
    func bytes(_ pointer: UnsafeRawPointer) -> [UInt8] {
      let size = Int(min(ForeignMemory.load(pointer, as: UInt32.self), ForeignStruct.maximumSize))
      return ForeignMemory.bytes(pointer, max(size, 8))
    }
    var found = ["hsw_instance": bytes(UnsafeRawPointer(pointer))]
    for (id, _) in PluginExtension.all {
      guard let pointer = try askExtension(id) else { continue }
      found["the table of \(id)"] = bytes(pointer)
    }
    return found
  }
}
