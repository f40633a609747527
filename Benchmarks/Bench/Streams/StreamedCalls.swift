import Hookswitch
import HookswitchCore
import MediaStreams

/// A host in real time with active calls, each with a stream to a program and a far end in this process.
///
/// One thread speaks and hears at all far ends.
final class StreamedCalls {
  private let host: CallHost
  private let streams: MediaStreams
  private var ends: [AudioAttachment] = []
  /// The time of the far ends' next frames.
  private var due = Stopwatch.nanoseconds
  /// The processor time that the far ends took of this process, in nanoseconds: they are the load, not what carries it.
  private(set) var farEndNanoseconds: Int64 = 0
  private var room = [Int16](repeating: 0, count: 4 * StreamedCalls.quiet.count)

  /// A frame of a soft sound, and one that begins with a click.
  private static let quiet = (0..<320).map { Int16($0 % 40 * 20 + 1) }
  private static let loud = quiet.enumerated().map { $0.offset < 40 ? 16_000 : $0.element }

  /// Starts calls on lines of their own, and connects each to a program.
  ///
  /// - Parameters:
  ///   - audio: The program's part; nil for the protocol's default.
  ///   - authorities: The file of the certificates that the streams trust; nil for the system's.
  ///   - url: Returns the program's URL for a call's number.
  init(_ count: Int, audio: AttachmentOptions? = nil, authorities: String? = nil, url: (Int) -> String) async throws {
    PeerProcess.raiseFileLimit()
    var settings = HostSettings()
    settings.audio = AudioSettings { _ in nil }
    host = CallHost(settings: settings)
    streams = MediaStreams(host)
    _ = try host.register("bench", delegate: ObedientDelegate())
    await LiveCalls.dial(count, on: host)
    try LiveCalls.check(count, on: host)
    for place in 0..<count {
      guard let call = host.snapshot(of: LineID(rawValue: "line \(place)")).calls.first else { throw TrafficError("call \(place) is gone") }
      ends.append(try host.attachAudio(to: call.id, AttachmentOptions(mode: .network, isLive: true)))
      _ = try streams.open(for: call.id, to: url(place), StreamOptions(audio: audio, authorities: authorities))
    }
    await host.settle()
    for _ in 0..<500 where connected < count { try talk(seconds: 0.02) }
    guard connected == count else { throw TrafficError("\(connected) of \(count) streams are connected") }
  }

  /// The number of connected streams.
  var connected: Int { streams.streams.count { $0.status.state == .connected } }

  /// The ticks of the audio thread that came late.
  var lateTicks: UInt64 { host.audioCounters?.late ?? 0 }

  /// Speaks at every far end for a time, and hears what comes.
  func talk(seconds: Double) throws {
    let end = Stopwatch.nanoseconds + Int64(seconds * 1e9)
    while due < end {
      Stopwatch.sleep(nanoseconds: max(0, due - Stopwatch.nanoseconds))
      let began = Stopwatch.threadProcessorNanoseconds
      _ = try speak(clickAt: nil)
      for place in ends.indices { _ = try hears(place) }
      farEndNanoseconds += Stopwatch.threadProcessorNanoseconds - began
    }
  }

  /// Speaks a click at one far end.
  ///
  /// - Returns: The times at which it was given to the call, and at which the program's echo was heard, in nanoseconds.
  func click(at place: Int) throws -> (spoken: Int64, heard: Int64) {
    // Lengthens one frame a little, so that the clicks cover all phases of the tick.
    due += 1_370_000
    Stopwatch.sleep(nanoseconds: max(0, due - Stopwatch.nanoseconds))
    let spoken = try speak(clickAt: place)
    while Stopwatch.nanoseconds < spoken + 1_000_000_000 {
      if Stopwatch.nanoseconds >= due { _ = try speak(clickAt: nil) }
      if try hears(place) { return (spoken, Stopwatch.nanoseconds) }
      Stopwatch.sleep(nanoseconds: 200_000)
    }
    throw TrafficError("a click was not heard within a second")
  }

  /// Speaks one frame at every far end; returns the time at which the click was given to its call.
  private func speak(clickAt loud: Int?) throws -> Int64 {
    due += 20_000_000
    var spoken: Int64 = 0
    for (place, audio) in ends.enumerated() {
      if place == loud { spoken = Stopwatch.nanoseconds }
      _ = try audio.write(place == loud ? Self.loud : Self.quiet)
    }
    return spoken
  }

  /// Takes the audio that a far end heard; true when there is a click.
  private func hears(_ place: Int) throws -> Bool {
    let count = try room.withUnsafeMutableBufferPointer { try ends[place].read(into: $0) }
    return room[..<count].contains { $0 > 4_000 }
  }

  /// Ends the streams and the host.
  func close() async {
    streams.close()
    await host.shutdown()
  }
}
