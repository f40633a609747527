/// The length of the host's structs, and the contents of the part that the plugin cannot know.
enum HostShape: Sendable, Hashable {
  /// As in this version; long-lived tables have room after them, so that only the tests about sizes catch reads beyond the size.
  case usual
  /// As in version 1.0, each ending at a guard page.
  case exact
  /// As a later version might have them: longer, with a poisoned tail and unknown flags.
  case future

  /// The bytes of the poisoned tail, which the struct's `size` includes.
  var tail: Int { self == .future ? 64 : 0 }

  /// The bytes after a long-lived table, which its `size` does not include.
  var room: Int { self == .usual ? 64 : 0 }

  /// Bits of `flags` that 1.0 does not define and that a reader ignores.
  var unknownFlags: UInt32 { self == .future ? 0x4000 : 0 }
}
