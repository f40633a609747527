import CEmbedding
import FoundationEssentials
import Glibc

#if HOOKSWITCH_SIP
  let sipParts: [any BenchmarkPart.Type] = [SIPPart.self, RTPPart.self]

  // `RTPRival` runs this program again for the far ends of its calls.
  if CommandLine.arguments.count == 4, CommandLine.arguments[1] == "--rtp-rival" {
    RTPRival.run(calls: UInt32(CommandLine.arguments[2]) ?? 0, seconds: UInt32(CommandLine.arguments[3]) ?? 0)
  }
#else
  let sipParts: [any BenchmarkPart.Type] = []
#endif

// `StreamPeer` runs this program again for the programs at the other ends of its streams.
if CommandLine.arguments.count == 4, CommandLine.arguments[1] == "--stream-peer" {
  StreamPeer.run(tellsClicks: CommandLine.arguments[2] == "clicks", certificate: CommandLine.arguments[3])
}

// `EmbeddingPart` runs this program again for a C program.
if CommandLine.arguments.count == 3, CommandLine.arguments[1] == "--embedding" {
  exit(embedding_run(CommandLine.arguments[2], EmbeddingPart.lineCount, STDIN_FILENO, STDOUT_FILENO))
}

let parts: [any BenchmarkPart.Type] =
  [
    CorePart.self, MemoryPart.self, BoardPart.self, LoaderPart.self, LoopbackPart.self, EmbeddingPart.self, ObserversPart.self,
    MixerPart.self, AudioPart.self, StreamsPart.self, TonesPart.self, PSTNPart.self, IsolationPart.self, DoorsPart.self,
    ViewPart.self, MetricsPart.self, DaemonPart.self, StorePart.self, DirectoryPart.self, ClusterPart.self, AccountsPart.self,
  ] + sipParts

func complain(_ what: Any) {
  let text = "bench: \(what)\n"
  _ = text.withCString { write(STDERR_FILENO, $0, strlen($0)) }
}

do {
  let options = try Options(CommandLine.arguments.dropFirst(), parts: parts.map { $0.name })
  if let transport = options.loadOnce {
    try print(ColdLoad(transport).milliseconds())
    exit(0)
  }
  if let port = options.servedPort {
    try await AnsweringHost.serve(port: port, dialing: options.dialedPort, at: options.place)
    exit(0)
  }
  if let seconds = options.soakSeconds { exit(try Soak(seconds: seconds).run() ? 0 : 1) }
  var measurements: [Measurement] = []
  var hasFailed = false
  for part in parts where options.only.isEmpty || options.only.contains(part.name) {
    print("\(part.name): \(part.summary)")
    // A redirected output is buffered by blocks, and a part takes minutes.
    fflush(nil)
    do {
      let measured = try await part.init().measure()
      print(Table(measured).text + "\n")
      measurements += measured
    } catch {
      // One part that cannot measure costs no other part's figures.
      complain("\(part.name) failed: \(error)")
      hasFailed = true
    }
  }
  if let file = options.json { try Table(measurements).json().write(to: URL(filePath: file)) }
  if hasFailed { exit(1) }
} catch let error as UsageError {
  complain(error)
  exit(2)
} catch {
  complain(error)
  exit(1)
}
