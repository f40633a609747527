internal import CSndFile

/// A complete sound file in memory, channel by channel, for measuring recordings.
public struct SoundFile: Sendable {
  /// The sample rate in hertz.
  public let hertz: Int
  /// The samples of each channel; in a call's recording, first the sent audio, then the far end's.
  public let channels: [[Int16]]

  /// Reads the file at `path`, in any format that libsndfile reads, up to one hour of it.
  ///
  /// Any thread; blocks on the disk.
  /// - Throws: `AudioDeviceError.Code.unreadable`, with libsndfile's reason.
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

  /// Returns a meter for a channel; `nil` when the file has no such channel.
  public func meter(_ channel: Int) -> SoundMeter? {
    channels.indices.contains(channel) ? SoundMeter(channels[channel], hertz: hertz) : nil
  }
}
