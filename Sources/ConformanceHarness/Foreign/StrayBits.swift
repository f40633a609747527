internal import TransportABI

/// The bits of a plugin's struct that its version leaves zero: unknown flags, and `reserved`.
enum StrayBits {
  /// The flags of hsw_call_info that this version defines.
  static let callFlags =
    HSW_CI_VIDEO | HSW_CI_CAN_HOLD | HSW_CI_CAN_DTMF | HSW_CI_CAN_GROUP | HSW_CI_CAN_UNGROUP | HSW_CI_AUDIO_PORT | HSW_CI_EMERGENCY
    | HSW_CI_CAN_TRANSFER | HSW_CI_CAN_DEFLECT

  /// Returns the bits that are set and should not be, in words; nil if there are none.
  static func words(_ name: String, flags: UInt32, known: UInt32 = 0, reserved: UInt32 = 0) -> String? {
    if flags & ~known != 0 { return "\(name) has the flags 0x\(String(flags & ~known, radix: 16)), which version 1.1 does not define" }
    return reserved == 0 ? nil : "\(name) has 0x\(String(reserved, radix: 16)) in `reserved`, should be 0"
  }
}
