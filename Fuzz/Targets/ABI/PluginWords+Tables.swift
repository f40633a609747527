internal import TransportABI

@testable internal import TransportLoader

extension PluginWords {
  static func readDescriptor(_ lender: Lender) {
    lender.forgetStrings()
    let pointer = lender.descriptor()
    guard let read = try? TransportDescriptor(pointer) else { return }
    precondition(lender.areStringsSound, "a descriptor with a bad string was accepted")
    precondition((3...64).contains(read.id.utf8.count), "a descriptor with a bad id was accepted")
  }

  /// Reads an instance's tables without calling their functions.
  static func readExtensions(_ lender: Lender) {
    let context = Unmanaged.passUnretained(lender).toOpaque()
    let made = hsw_instance(
      size: UInt32(MemoryLayout<hsw_instance>.size), flags: 0, ctx: context, init: nil, activate: nil, deactivate: nil, reset: nil,
      destroy: nil, get_extension: lendExtension)
    withExtendedLifetime(lender) {
      guard let instance = GrowingTable.copy(lender.table(made, cutAt: 8), as: hsw_instance.self, zero: hsw_instance()) else { return }
      var tables = PluginTables(instance: instance)
      do throws(PluginTables.ExtensionError) {
        try tables.fetch()
      } catch {
        return
      }
      precondition(tables.calls.start != nil && tables.calls.flags & UInt32(HSW_MUST) == 0, "an incomplete table was accepted")
    }
  }

  /// Writes through the host's sink, like a plugin.
  static func readOutput(_ lender: Lender) {
    let page = TextPage()
    let context = Unmanaged.passUnretained(page).toOpaque()
    withExtendedLifetime(page) {
      for _ in 0..<lender.draw.below(4) {
        let count = lender.draw.byte() < 200 ? lender.draw.below(64) : Int(truncatingIfNeeded: -Int64(lender.draw.below(3)) &- 1)
        let wild = [count, .max, .min, count][lender.draw.below(4)]
        let taken = textPageWrite(context, lender.block(64), wild)
        precondition(taken < 0 || taken == Int64(wild) && (0...64).contains(wild), "\(taken) of \(wild) bytes were taken")
      }
      _ = page.text
    }
  }
}

/// Returns a table from the fuzzer's bytes for every extension; `context` is the lender.
private func lendExtension(_ context: UnsafeMutableRawPointer?, _ id: UnsafePointer<CChar>) -> UnsafeRawPointer? {
  guard let context else { return nil }
  let lender = Unmanaged<Lender>.fromOpaque(context).takeUnretainedValue()
  guard lender.draw.byte() < 240 else { return nil }
  // The longest table has six words; they come from the fuzzer's bytes, or are zero.
  var words = (UInt64(lender.draw.code()) << 32, UInt64(0), UInt64(0), UInt64(0), UInt64(0), UInt64(0), UInt64(0))
  if lender.draw.bit() {
    words.1 = 1
    words.2 = 1
    words.3 = lender.draw.long()
    words.4 = lender.draw.long()
    words.5 = lender.draw.long()
  }
  return UnsafeRawPointer(lender.table(words, cutAt: 8))
}
