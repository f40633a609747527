internal import CSndFile
internal import CSpeexDSP
internal import CallMixing

/// Reads a sound file as mono samples at a chosen rate: averages the channels and resamples.
///
/// `@unchecked Sendable`: one thread reads at a time; the owner holds a lock or confines the reader to its thread.
final class WaveReader: @unchecked Sendable {
  private let file: OpaquePointer
  private let resampler: OpaquePointer?
  private let channels: Int
  private var frames: [Int16]
  private var waiting = SampleQueue()
  private var hasEnded = false

  /// The frames read at once, at the file's own rate: 20 ms at 48,000 Hz.
  private static let block = 960

  /// Opens the file at `path`, in any format that libsndfile reads.
  ///
  /// - Throws: `unreadable` with libsndfile's reason, or `exhausted` when its rate cannot be resampled.
  convenience init(_ path: String, rate: AudioRate) throws(AudioDeviceError) { try self.init(path, hertz: rate.hertz) }

  /// Opens the file at `path`, for samples at a rate that the mixer perhaps does not have.
  ///
  /// - Throws: as the other initializer.
  init(_ path: String, hertz: Int) throws(AudioDeviceError) {
    var info = SF_INFO()
    guard let file = sf_open(path, CInt(SFM_READ), &info) else {
      let reason = String(cString: sf_strerror(nil))
      throw AudioDeviceError(.unreadable, path, "\(reason) Name a sound file that can be read, WAV for instance.")
    }
    var resampler: OpaquePointer?
    if info.samplerate != hertz {
      var status: CInt = 0
      resampler = speex_resampler_init(1, UInt32(info.samplerate), UInt32(hertz), 4, &status)
      guard let resampler else {
        sf_close(file)
        let reason = String(cString: speex_resampler_strerror(status))
        throw AudioDeviceError(.exhausted, path, "its \(info.samplerate) Hz cannot be resampled: \(reason).")
      }
      speex_resampler_skip_zeros(resampler)
    }
    self.file = file
    self.resampler = resampler
    channels = Int(info.channels)
    frames = [Int16](repeating: 0, count: Self.block * Int(info.channels))
  }

  deinit {
    sf_close(file)
    if let resampler { speex_resampler_destroy(resampler) }
  }

  /// Reads samples into `room` until it is full or the file ends, and returns how many.
  ///
  /// With `repeating`, a file with samples never ends.
  func read(into room: UnsafeMutableBufferPointer<Int16>, repeating: Bool) -> Int {
    var rewound = false
    while waiting.count < room.count, !hasEnded {
      if readBlock() {
        rewound = false
      } else if repeating, !rewound {
        rewound = sf_seek(file, 0, 0) == 0
        hasEnded = !rewound
      } else {
        hasEnded = true
        if let resampler { resample([Int16](repeating: 0, count: Int(speex_resampler_get_input_latency(resampler))), with: resampler) }
      }
    }
    return waiting.take(into: room)
  }

  private func readBlock() -> Bool {
    let read = Int(sf_readf_short(file, &frames, sf_count_t(Self.block)))
    guard read > 0 else { return false }
    let mono = (0..<read).map { frame in
      Int16((0..<channels).reduce(0) { $0 + Int(frames[frame * channels + $1]) } / channels)
    }
    if let resampler { resample(mono, with: resampler) } else { mono.withUnsafeBufferPointer { waiting.append($0) } }
    return true
  }

  private func resample(_ samples: [Int16], with resampler: OpaquePointer) {
    var rest = samples[...]
    var output = [Int16](repeating: 0, count: 4_096)
    while !rest.isEmpty {
      var taken = UInt32(rest.count)
      var made = UInt32(output.count)
      rest.withUnsafeBufferPointer { input in
        guard let start = input.baseAddress else { return }
        speex_resampler_process_int(resampler, 0, start, &taken, &output, &made)
      }
      if taken == 0, made == 0 { return }
      rest = rest.dropFirst(Int(taken))
      output.withUnsafeBufferPointer { waiting.append(UnsafeBufferPointer(rebasing: $0[..<Int(made)])) }
    }
  }
}
