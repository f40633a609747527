internal import CTones

extension ToneCadence {
  /// The tone as samples that a loop can play: one cadence, whose end joins its beginning without a click.
  ///
  /// A tone that ends gives all of it and `repeats` false. One with a beginning of its own, as a stutter dial tone has, gives that and what follows
  /// for half a minute: nobody listens to one for longer. A continuous one gives whole periods of all its frequencies, at least half a second.
  public func loop(_ rate: AudioRate) -> (samples: [Int16], repeats: Bool) {
    let (lead, period) = period(rate)
    var player = TonePlayer(self, rate: rate)
    guard period > 0 else { return (player.next(lead), false) }
    guard once == 0 else { return (player.next(max(lead + period, 30 * rate.hertz)), true) }

    let passes = max(1, (rate.hertz / 2 + period - 1) / period)
    // A tone without a pause swells at its very beginning, which is no part of the loop; what follows is in phase with the first sample again.
    let skipped = (lead + period - 1) / period * period
    return (Array(player.next(skipped + passes * period)[skipped...]), true)
  }

  /// Whether it sounds all the time, as a dial tone does.
  public var isContinuous: Bool { segments[once...].allSatisfy { !$0.isSilence } && !ends }
}
