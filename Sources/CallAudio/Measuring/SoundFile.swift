internal import CSndFile

/// A sound file as a whole, channel by channel: what a recording holds, for whoever wants to measure it.
public struct SoundFile: Sendable {
  /// How many samples of a channel are a second.
  public let hertz: Int
  /// The samples of each channel; those of a recording of a call are what it was sent, and what it said.
  public let channels: [[Int16]]

  /// Reads the file at `path`, of any format that libsndfile knows and at most an hour long.
  ///
  /// Any thread; blocks for as long as the disk does.
  /// - Throws: `AudioDeviceError.Code.unreadable`, with the library's reason.
  public init(_ path: String) throws(AudioDeviceError) {
    var info = SF_INFO()
    guard let file = sf_open(path, CInt(SFM_READ), &info) else {
      let reason = String(cString: sf_strerror(nil))
      throw AudioDeviceError(.unreadable, path, "\(reason) Name a sound file that can be read, WAV for instance.")
    }
    defer { sf_close(file) }
    let (count, rate) = (Int(info.channels), Int(info.samplerate))
    let frames = min(Int(info.frames), rate * 3_600)
    var samples = [Int16](repeating: 0, count: frames * count)
    let read = Int(sf_readf_short(file, &samples, sf_count_t(frames)))
    hertz = rate
    channels = (0..<count).map { channel in (0..<max(0, read)).map { samples[$0 * count + channel] } }
  }

  /// A channel as the meter looks at it; `nil` when there is none of that number.
  public func meter(_ channel: Int) -> SoundMeter? {
    channels.indices.contains(channel) ? SoundMeter(channels[channel], hertz: hertz) : nil
  }
}
