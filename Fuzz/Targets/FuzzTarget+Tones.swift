import CallAudio

extension FuzzTarget {
  /// Reads a user's file of tone plans, and plays the tones.
  static let tones = FuzzTarget(name: "tones") { bytes in
    guard let plans = try? TonePlan.read(String(decoding: bytes, as: UTF8.self)) else { return }
    for plan in plans.prefix(2) {
      for tone in CallTone.allCases {
        var player = TonePlayer(plan[tone], rate: .narrowband)
        precondition(player.next(800).count == 800)
        _ = plan[tone].period(.fullband)
      }
    }
  }
}
