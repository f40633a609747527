internal import TransportABI

/// The bits of a plugin's struct that its version leaves zero: unknown flags, and `reserved`.
package enum StrayBits {
  /// The flags of hsw_call_info that this version defines.
  static let callFlags =
    HSW_CI_VIDEO | HSW_CI_CAN_HOLD | HSW_CI_CAN_DTMF | HSW_CI_CAN_GROUP | HSW_CI_CAN_UNGROUP | HSW_CI_AUDIO_PORT | HSW_CI_EMERGENCY
    | HSW_CI_CAN_TRANSFER | HSW_CI_CAN_DEFLECT

  /// Returns the bits that are set and should not be, in words; nil if there are none.
  static func words(_ name: String, flags: UInt32, known: UInt32 = 0, reserved: UInt32 = 0) -> String? {
    if flags & ~known != 0 { return "\(name) has the flags 0x\(String(flags & ~known, radix: 16)), which version 1.1 does not define" }
    return reserved == 0 ? nil : "\(name) has 0x\(String(reserved, radix: 16)) in `reserved`, should be 0"
  }

  /// Returns the stray bits of a library's entry and descriptors, in words.
  package static func ofEntry(_ library: PluginLibrary) throws -> [String] {
    let entry = library.table
    var found = [words("hsw_entry", flags: entry.flags, known: HSW_ENTRY_NO_UNLOAD | HSW_ENTRY_ONE_LOOP, reserved: entry.reserved)]
    for index in 0..<min(entry.n_descriptors, 64) {
      guard let pointer = try library.descriptor(index) else { continue }
      let descriptor = ForeignStruct.read(pointer, zero: hsw_descriptor(), "hsw_descriptor").table
      found.append(words("hsw_descriptor", flags: descriptor.flags, reserved: descriptor.reserved))
    }
    return found.compactMap { $0 }
  }

  /// Returns the stray bits of an instance and its extensions, in words.
  package static func ofTables(_ instance: PluginInstance) throws -> [String] {
    var found = [words("hsw_instance", flags: instance.table.flags)]
    for (id, _) in PluginExtension.all {
      guard let pointer = try instance.askExtension(id) else { continue }
      let known: UInt32 = id == HSW_EXT_HANDOVER ? .max : 0
      found.append(
        words("the table of \(id)", flags: ForeignMemory.load(pointer + 4, as: UInt32.self), known: known))
    }
    return found.compactMap { $0 }
  }

  /// Returns the bytes of an instance's tables, by name, to compare them later.
  package static func contents(_ instance: PluginInstance) throws -> [String: [UInt8]] {
    func bytes(_ pointer: UnsafeRawPointer) -> [UInt8] {
      let size = Int(min(ForeignMemory.load(pointer, as: UInt32.self), ForeignStruct.maximumSize))
      return ForeignMemory.bytes(pointer, max(size, 8))
    }
    var found = ["hsw_instance": bytes(UnsafeRawPointer(instance.pointer))]
    for (id, _) in PluginExtension.all {
      guard let pointer = try instance.askExtension(id) else { continue }
      found["the table of \(id)"] = bytes(pointer)
    }
    return found
  }
}
