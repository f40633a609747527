import FoundationEssentials
import Glibc

/// A long run of mixed SIP calls, in and out, held and with media: the host process must not grow.
struct Soak {
  /// The resources of the process at one moment.
  private struct Sample {
    var residentBytes: Int
    var files: Int
    var threads: Int
  }

  let seconds: Int

  /// Runs the test; returns true when the resources stayed flat and every call succeeded.
  func run() throws -> Bool {
    let folder = try TemporaryFolder()
    let answering = try TemporaryFolder()
    let dialed = FreePort.next()
    defer {
      folder.remove()
      answering.remove()
    }
    let server = try SIPServer.ours(dialing: dialed)
    defer { server.stop() }
    let callee = try MeasuredProcess(
      ["sipp", "-sn", "uas", "-i", "127.0.0.1", "-p", "\(dialed)", "-nostdin", "-timeout", "\(seconds + 60)"], on: 1, in: answering.path)
    defer { callee.stop() }
    let load = SIPpLoad(port: server.port, scenario: try SoakCaller.prepare(in: folder))
    let caller = try load.start(rate: 20, calls: 20 * seconds, hold: 0, limit: seconds + 60, in: folder)
    defer { caller.stop() }
    let samples = try watch(server)
    caller.wait(atMost: 30)
    guard let outcome = SIPpOutcome(folder) else { throw TrafficError("SIPp left no statistics") }
    print("\(outcome.successful) of \(outcome.created) calls in, \(outcome.failed) failed, \(outcome.retransmissions) retransmissions")
    return isFlat(samples) && outcome.failed == 0 && outcome.successful > 0
  }

  private func watch(_ server: SIPServer) throws -> [Sample] {
    let step = max(5, min(60, seconds / 10))
    var samples: [Sample] = []
    for place in 1...max(1, seconds / step) {
      Stopwatch.sleep(nanoseconds: Int64(step) * 1_000_000_000)
      let process = server.process
      let sample = Sample(residentBytes: process.residentBytes, files: process.openFiles, threads: process.threads)
      guard sample.threads > 0 else { throw TrafficError("the host's process is gone after \(place * step) s") }
      samples.append(sample)
      print("\(place * step) s: \(sample.residentBytes / 1024) KiB resident, \(sample.files) files, \(sample.threads) threads")
    }
    return samples
  }

  /// Returns true when the last third uses no more than the middle third, within a margin for calls that overlap by chance.
  private func isFlat(_ samples: [Sample]) -> Bool {
    let (middle, last) = (samples.dropFirst(samples.count / 3).prefix(max(1, samples.count / 3)), samples.suffix(max(1, samples.count / 3)))
    func grows(_ what: String, _ field: KeyPath<Sample, Int>, by margin: Int) -> Bool {
      let (before, after) = (middle.map { $0[keyPath: field] }.max() ?? 0, last.map { $0[keyPath: field] }.max() ?? 0)
      guard after > before + before / 20 + margin else { return false }
      print("not flat: \(what) grew from \(before) to \(after)")
      return true
    }
    let growing = [
      grows("resident memory", \.residentBytes, by: 2 << 20), grows("open files", \.files, by: 32), grows("threads", \.threads, by: 4),
    ]
    return !growing.contains(true)
  }
}
