import FoundationEssentials
import Glibc

/// A server that answers SIP calls, Hookswitch or another, on the first processor.
struct SIPServer {
  let name: String
  let port: UInt16
  let process: MeasuredProcess
  private let folder: TemporaryFolder

  /// Starts this program as the server, and waits until it serves.
  ///
  /// - Parameters:
  ///   - dialed: The port that it also calls repeatedly.
  ///   - place: The place of its transport.
  static func ours(dialing dialed: UInt16? = nil, at place: Place = .inside) throws -> SIPServer {
    let (port, folder) = (FreePort.next(), try TemporaryFolder())
    let me = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let more = (dialed.map { ["--dial-sip", "\($0)"] } ?? []) + (place == .process ? ["--apart"] : [])
    let process = try MeasuredProcess([me, "--serve-sip", "\(port)"] + more, on: 0, in: folder.path, output: "\(folder.path)/said")
    return try SIPServer(name: "hookswitch (\(place))", port: port, process: process, folder: folder).ready {
      folder.text("said").contains("serves")
    }
  }

  static let hasBaresip = MeasuredProcess.isThere("baresip")

  /// Starts baresip, which answers automatically and has no sound device.
  static func baresip() throws -> SIPServer {
    let (port, folder) = (FreePort.next(), try TemporaryFolder())
    let modules = ["/usr/lib/baresip/modules", "/usr/lib/x86_64-linux-gnu/baresip/modules", "/usr/local/lib/baresip/modules"]
    try folder.write(
      """
      sip_listen 127.0.0.1:\(port)
      call_max_calls 100000
      call_local_timeout 120
      module_path \(modules.first { access($0, R_OK) == 0 } ?? modules[0])
      module g711.so
      module_app account.so
      module_app menu.so

      """, to: "config")
    try folder.write("<sip:service@127.0.0.1>;regint=0;answermode=auto;audio_codecs=PCMU\n", to: "accounts")
    try folder.write("", to: "contacts")
    let process = try MeasuredProcess(["baresip", "-f", folder.path], on: 0, in: folder.path, output: "\(folder.path)/said")
    return try SIPServer(name: "baresip", port: port, process: process, folder: folder).ready {
      folder.text("said").contains("baresip is ready")
    }
  }

  private init(name: String, port: UInt16, process: MeasuredProcess, folder: TemporaryFolder) {
    (self.name, self.port, self.process, self.folder) = (name, port, process, folder)
  }

  private func ready(_ isReady: () -> Bool) throws -> SIPServer {
    let end = Stopwatch.nanoseconds + 20_000_000_000
    while !isReady() {
      guard Stopwatch.nanoseconds < end else {
        stop()
        throw TrafficError("\(name) does not start")
      }
      Stopwatch.sleep(nanoseconds: 20_000_000)
    }
    return self
  }

  func stop() {
    process.stop()
    folder.remove()
  }
}
