import FoundationEssentials
import Glibc

let parts: [any BenchmarkPart.Type] = [
  CorePart.self, MemoryPart.self, LoaderPart.self, LoopbackPart.self, ObserversPart.self,
  MixerPart.self, AudioPart.self, TonesPart.self, PSTNPart.self, SIPPart.self,
]

func complain(_ error: any Error) {
  let text = "bench: \(error)\n"
  _ = text.withCString { write(STDERR_FILENO, $0, strlen($0)) }
}

do {
  let options = try Options(CommandLine.arguments.dropFirst(), parts: parts.map { $0.name })
  if let transport = options.loadOnce {
    try print(ColdLoad(transport).milliseconds())
    exit(0)
  }
  if let port = options.servedPort {
    try await AnsweringHost.serve(port: port)
    exit(0)
  }
  var measurements: [Measurement] = []
  for part in parts where options.only.isEmpty || options.only.contains(part.name) {
    print("\(part.name): \(part.summary)")
    let measured = try await part.init().measure()
    print(Table(measured).text + "\n")
    measurements += measured
  }
  if let file = options.json { try Table(measurements).json().write(to: URL(filePath: file)) }
} catch let error as UsageError {
  complain(error)
  exit(2)
} catch {
  complain(error)
  exit(1)
}
