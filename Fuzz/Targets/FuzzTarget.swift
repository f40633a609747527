/// One boundary where bad bytes come in, as the fuzzer sees it: a name and what to do with some bytes.
///
/// `run` must take any bytes whatever. A crash, a hang, a leak or a failed precondition in it is a finding.
struct FuzzTarget: Sendable {
  var name: String
  var run: @Sendable ([UInt8]) -> Void

  /// All of them; each has its first inputs in a folder of its name under `Fuzz/Corpus`.
  static let all: [FuzzTarget] = [.manifest, .library, .scenario, .query, .plugin, .host, .handle, .tones] + ofSIP

  #if HOOKSWITCH_SIP
    private static let ofSIP: [FuzzTarget] = [.rtp, .sip, .sdp]
  #else
    private static let ofSIP: [FuzzTarget] = []
  #endif

  /// The one that the first argument names.
  static let chosen: FuzzTarget? = CommandLine.arguments.dropFirst().first.flatMap { name in all.first { $0.name == name } }
}
