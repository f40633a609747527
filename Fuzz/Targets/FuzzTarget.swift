/// One boundary for untrusted bytes: a name, and the function to fuzz.
///
/// `run` must accept any bytes. A crash, a hang, a leak or a failed precondition in it is a finding.
struct FuzzTarget: Sendable {
  var name: String
  var run: @Sendable ([UInt8]) -> Void

  /// All targets; each has its initial inputs in a folder of its name under `Fuzz/Corpus`.
  static let all: [FuzzTarget] =
    [
      .json, .manifest, .library, .scenario, .query, .plugin, .host, .handle, .tones, .journal, .configuration, .words, .orders,
      .parameters, .framing, .streams, .vcard, .spool, .table, .records, .sessions,
      .consoleRequests, .consoleMessages,
    ]
    + ofSIP + ofMockPSTN + ofCluster

  #if HOOKSWITCH_SIP
    private static let ofSIP: [FuzzTarget] = [.rtp, .calls, .sip, .sdp, .agreement, .sipSettings, .sipPackets, .sipParcel]
  #else
    private static let ofSIP: [FuzzTarget] = []
  #endif

  #if HOOKSWITCH_CLUSTER
    private static let ofCluster: [FuzzTarget] = [.gateway, .kamailio]
  #else
    private static let ofCluster: [FuzzTarget] = []
  #endif

  #if HOOKSWITCH_MOCKPSTN
    private static let ofMockPSTN: [FuzzTarget] = [.exchangeSettings]
  #else
    private static let ofMockPSTN: [FuzzTarget] = []
  #endif

  /// Returns true for a text that a terminal only displays: line feeds but no other control characters, and no changes of direction.
  static func isPlain(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      switch scalar.value {
      case 10: true
      case 0..<32, 0x7F..<0xA0, 0x061C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069: false
      default: true
      }
    }
  }

  /// The target that the first argument names.
  static let chosen: FuzzTarget? = CommandLine.arguments.dropFirst().first.flatMap { name in all.first { $0.name == name } }
}
