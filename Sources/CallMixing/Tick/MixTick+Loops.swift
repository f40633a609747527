internal import CMediaThread

/// The playback of loops.
extension MixTick {
  /// Adds the group's tracks for `audience` at their positions.
  func play(_ group: GroupRow, to audience: LoopTrack.Audience, into sums: FrameMath.Sums) {
    for loop in group.loops where loop.audience.contains(audience) {
      let played = hookswitch_figure(loop.position)
      if !loop.isRepeating, played >= UInt64(loop.count) { continue }
      var place = Int(played % UInt64(loop.count))
      for sample in 0..<group.samples {
        sums[sample] &+= Int32(loop.samples[place])
        place += 1
        guard place == loop.count else { continue }
        if !loop.isRepeating { break }
        place = 0
      }
    }
  }

  /// Advances all tracks; call it once a tick.
  func advanceLoops(_ group: GroupRow) {
    for loop in group.loops { hookswitch_figure_add(loop.position, UInt64(group.samples)) }
  }
}
