/// The things that a runner may use in its sandbox.
package struct SandboxUses: OptionSet, Hashable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The network.
  package static let network = SandboxUses(rawValue: 1)
  /// Sound devices and the sound server.
  package static let audio = SandboxUses(rawValue: 2)
  /// A bus of the desktop or the system.
  package static let dbus = SandboxUses(rawValue: 4)
  /// Other programs.
  package static let programs = SandboxUses(rawValue: 8)
}

/// The part of OPEN about the sandbox.
package struct SandboxBody: FrameBody {
  /// False for a runner without a sandbox.
  package var isOn = false
  /// True when a runner without all layers is to refuse.
  package var isRequired = false
  package var uses: SandboxUses = []
  /// The folder that the transport may write, without links; empty for none.
  package var state = FrameText()
  /// The paths to read.
  package var reads: [FrameText] = []
  /// The paths to read and write.
  package var writes: [FrameText] = []
  /// The devices, as patterns of paths.
  package var devices: [FrameText] = []

  /// The largest number of paths in a list.
  package static let most: UInt32 = 256

  package init() {}

  package mutating func lay(_ frame: inout some FrameLayout) throws(FrameFault) {
    var (bits, read, write, device) = (uses.rawValue, UInt32(reads.count), UInt32(writes.count), UInt32(devices.count))
    try frame.flag(&isOn)
    try frame.flag(&isRequired)
    try frame.word(&bits)
    try frame.count(&read, limit: Self.most)
    try frame.count(&write, limit: Self.most)
    try frame.count(&device, limit: Self.most)
    try frame.text(&state)
    try frame.texts(&reads, count: read)
    try frame.texts(&writes, count: write)
    try frame.texts(&devices, count: device)
    uses = SandboxUses(rawValue: bits)
  }
}
