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

/// The inner loops over frames of 16-bit samples, eight at a time.
///
/// The length of a frame is a multiple of eight samples, and its alignment is 16 bytes.
enum FrameMath {
  typealias Samples = UnsafePointer<Int16>
  typealias Sums = UnsafeMutablePointer<Int32>
  private typealias Lane = SIMD8<Int16>
  private typealias WideLane = SIMD8<Int32>

  static func level(of samples: Samples, count: Int) -> AudioLevel {
    let lanes = wide(samples)
    var highest = Lane(), lowest = Lane()
    var squares = SIMD8<Float>()
    for place in 0..<count / 8 {
      let lane = lanes[place]
      highest = pointwiseMax(highest, lane)
      lowest = pointwiseMin(lowest, lane)
      let wide = WideLane(truncatingIfNeeded: lane)
      squares += SIMD8<Float>(wide &* wide)
    }
    let peak = max(Int(highest.max()), -Int(lowest.min()))
    return AudioLevel(peak: peak, rms: (squares.sum() / Float(count)).squareRoot())
  }

  static func clear(_ sums: Sums, count: Int) { sums.update(repeating: 0, count: count) }

  static func add(_ samples: Samples, to sums: Sums, count: Int) {
    let lanes = wide(samples), totals = wide(sums)
    for place in 0..<count / 8 { totals[place] &+= WideLane(truncatingIfNeeded: lanes[place]) }
  }

  /// Writes `sums` minus `own`, clipped to 16 bits.
  static func write(_ sums: Sums, without own: Samples?, to frame: UnsafeMutablePointer<Int16>, count: Int) {
    let totals = wide(sums), out = wide(frame)
    guard let own else {
      for place in 0..<count / 8 { out[place] = saturated(totals[place]) }
      return
    }
    let lanes = wide(own)
    for place in 0..<count / 8 { out[place] = saturated(totals[place] &- WideLane(truncatingIfNeeded: lanes[place])) }
  }

  static func silence(_ frame: UnsafeMutablePointer<Int16>, count: Int) { frame.update(repeating: 0, count: count) }

  /// Interleaves two frames as two channels; nil is silence.
  static func interleave(_ left: Samples?, _ right: Samples?, to frame: UnsafeMutablePointer<Int16>, count: Int) {
    for place in 0..<count {
      frame[2 * place] = left?[place] ?? 0
      frame[2 * place + 1] = right?[place] ?? 0
    }
  }

  @inline(__always)
  private static func saturated(_ lane: WideLane) -> Lane {
    Lane(truncatingIfNeeded: lane.clamped(lowerBound: WideLane(repeating: -32_768), upperBound: WideLane(repeating: 32_767)))
  }

  @inline(__always)
  private static func wide(_ samples: Samples) -> UnsafePointer<Lane> { UnsafeRawPointer(samples).assumingMemoryBound(to: Lane.self) }
  @inline(__always)
  private static func wide(_ samples: UnsafeMutablePointer<Int16>) -> UnsafeMutablePointer<Lane> {
    UnsafeMutableRawPointer(samples).assumingMemoryBound(to: Lane.self)
  }
  @inline(__always)
  private static func wide(_ sums: Sums) -> UnsafeMutablePointer<WideLane> {
    UnsafeMutableRawPointer(sums).assumingMemoryBound(to: WideLane.self)
  }
}
