#if HOOKSWITCH_SOUND
  internal import CallStore
  internal import DoorKit
  internal import FoundationEssentials
  internal import Hookswitch
  internal import HookswitchConsole
  internal import HostDoors
  internal import HostService
  internal import HostSurface
  internal import Locking
  internal import StrictJSON
  internal import TransportLoader

  #if canImport(Glibc)
    internal import Glibc
  #elseif canImport(Musl)
    internal import Musl
  #endif

  /// The demo in a browser: its host has a memory, a socket and a web console, in a folder that only this user can read.
  ///
  /// The console serves 127.0.0.1 at a free port. All of it ends with the demo, and the folder goes with it.
  final class DemoWeb: Sendable {
    /// The parts that live while the host does.
    private struct Parts: Sendable {
      var service: HostService?
      var door: SocketDoor?
      var client: SocketClient?
      /// True while the console's thread runs.
      var hasConsole = false
    }

    /// The time within which the console's thread ends, in milliseconds.
    private static let patience: Int32 = 5_000

    /// The link that opens a session, once.
    var link: String { made.withLock { $0 } }
    private let folder: String
    private let store: CallStore
    private let flight = FlightDeck()
    private let parts = Locked(Parts())
    private let made = Locked("")
    private let isClosed = Locked(false)
    /// Ends the console's thread, and tells that it has ended.
    private let (stop, ended): (EventDescriptor, EventDescriptor)

    /// Makes the folder and the memory.
    init() throws(CommandError) {
      guard let stop = EventDescriptor(), let ended = EventDescriptor() else {
        throw .failed("demo: cannot make an eventfd: raise the limit of open files")
      }
      var template = Array((FileManager.default.temporaryDirectory.path + "/hookswitch-demo-XXXXXX").utf8CString)
      guard template.withUnsafeMutableBufferPointer({ $0.baseAddress.flatMap { mkdtemp($0) } }) != nil else {
        throw .failed("demo: cannot make a temporary folder: \(String(cString: strerror(errno))); TMPDIR names the folder for it")
      }
      folder = template.withUnsafeBufferPointer { buffer in buffer.baseAddress.map { String(cString: $0) } ?? "" }
      store = CallStore(folder: folder + "/memory")
      (self.stop, self.ended) = (stop, ended)
    }

    /// Gives a host the memory and the flight recorder.
    func prepare(_ settings: inout HostSettings) {
      let store = store
      settings.recorder = store
      settings.judge = { store.judge($0) }
      settings.usedCalls = store.usedCalls
      settings.flightRecorder = flight
    }

    /// Opens the socket and the console, before the host has providers.
    func start(_ host: CallHost) throws(CommandError) {
      var settings = ServiceSettings(version: hookswitchVersion, owner: geteuid())
      (settings.store, settings.flight) = (store, flight)
      settings.surroundings.recordings = folder
      let service = HostService(host, settings)
      parts.withLock { $0.service = service }
      do throws(DoorError) {
        let door = try SocketDoor(settings: SocketSettings(path: folder + "/host.sock"), service: service) { _, _ in }
        try door.start()
        parts.withLock { $0.door = door }
      } catch {
        throw .failed("demo: \(error)")
      }
      let address = try serve()
      do throws(ClientError) {
        let client = try SocketClient(folder + "/host.sock")
        parts.withLock { $0.client = client }
        let answer = try client.request(.sessionInvite, .object(of: ["actor": "you", "role": .string(SessionRole.admin.rawValue)]))
        made.withLock { $0 = "\(address)#code=\(answer["code"]?.string ?? "")" }
      } catch {
        throw .failed("demo: \(error)")
      }
    }

    /// Starts the console's thread, and returns the address of the page.
    private func serve() throws(CommandError) -> String {
      let (answer, path) = (Locked<Result<String, ConsoleError>?>(nil), folder + "/host.sock")
      guard let isOpen = EventDescriptor() else { throw .failed("demo: cannot make an eventfd: raise the limit of open files") }
      let isStarted = OSThread.start("console") { [stop, ended] in
        do throws(ConsoleError) {
          var settings = ConsoleSettings(try ConsoleAddress("127.0.0.1:0"), daemon: path)
          settings.version = hookswitchVersion
          let server = try ConsoleServer(settings)
          answer.withLock { $0 = .success(server.url) }
          isOpen.signal()
          server.run(until: stop.number)
        } catch {
          answer.withLock { $0 = .failure(error) }
          isOpen.signal()
        }
        ended.signal()
      }
      guard isStarted else { throw .failed("demo: cannot start a thread: raise the limit of processes") }
      parts.withLock { $0.hasConsole = true }
      isOpen.wait(milliseconds: -1)
      switch answer.withLock({ $0 }) {
      case .success(let address): return address
      case .failure(let error): throw .failed("demo: the console: \(error)")
      case nil: throw .failed("demo: the console did not start")
      }
    }

    /// True once a browser has opened the link: its connection stands beside the demo's own.
    var isWatched: Bool { (parts.withLock { $0.door }?.clients ?? 0) > 1 }

    /// Opens the link in the user's browser; false when no program for that is found.
    ///
    /// The browser gets a file that leads to the link: other users see the words of a command, and the code is good once.
    func openBrowser() -> Bool {
      let file = folder + "/open.html"
      let page = "<!DOCTYPE html><meta http-equiv=\"refresh\" content=\"0;url=\(link)\"><title>Hookswitch</title>\n"
      let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { return false }
      let bytes = Array(page.utf8)
      let written = write(descriptor, bytes, bytes.count)
      _ = close(descriptor)
      guard written == bytes.count, ChildProcess.find("xdg-open") != nil else { return false }
      return ChildProcess.output(of: ["xdg-open", file]) != nil
    }

    /// Ends the console, the socket and the memory, and removes the folder; a second call does nothing.
    ///
    /// Call it after the host's end.
    func end() {
      let isSecond = isClosed.withLock { isClosed in
        defer { isClosed = true }
        return isClosed
      }
      if isSecond { return }
      let all = parts.withLock { parts in
        defer { parts = Parts() }
        return parts
      }
      all.service?.end()
      if all.hasConsole {
        stop.signal()
        ended.wait(milliseconds: Self.patience)
      }
      all.door?.stop(reason: "stopping")
      store.close()
      try? FileManager.default.removeItem(atPath: folder)
    }
  }
#endif
