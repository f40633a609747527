import CSndFile

/// A sound file as libsndfile reads it.
struct WaveFile {
  var rate: Int
  var channels: Int
  var samples: [Int16]

  struct Unreadable: Error {
    var reason: String
  }

  init(_ path: String) throws {
    var info = SF_INFO()
    guard let file = sf_open(path, CInt(SFM_READ), &info) else { throw Unreadable(reason: String(cString: sf_strerror(nil))) }
    defer { sf_close(file) }
    rate = Int(info.samplerate)
    channels = Int(info.channels)
    samples = [Int16](repeating: 0, count: Int(info.frames) * channels)
    let read = Int(sf_readf_short(file, &samples, info.frames))
    samples.removeLast((Int(info.frames) - read) * channels)
  }

  /// One of its channels, 0 the left one.
  func channel(_ number: Int) -> [Int16] { stride(from: number, to: samples.count, by: channels).map { samples[$0] } }
}
