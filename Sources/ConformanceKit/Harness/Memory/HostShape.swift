/// How long the host's structs are, and what is in the part that the plugin cannot know.
enum HostShape: Sendable, Hashable {
  /// As this version has them; tables that live long have room after them, so that only the tests about sizes are about sizes.
  case usual
  /// As version 1.0 has them, each ending at a guard page.
  case exact
  /// As a later version might have them: longer, the tail poisoned, and with flags that nobody knows yet.
  case future

  /// How many bytes more a struct says to have than it has.
  var tail: Int { self == .future ? 64 : 0 }

  /// How many bytes that no `size` counts follow a table that lives as long as the instance.
  var room: Int { self == .usual ? 64 : 0 }

  /// Bits of `flags` that mean nothing in 1.0 and that a reader ignores.
  var unknownFlags: UInt32 { self == .future ? 0x4000 : 0 }
}
