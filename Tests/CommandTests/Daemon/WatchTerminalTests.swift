import Foundation
import Testing

/// `hookswitch watch` on a real terminal, which tmux draws.
@Suite("hookswitch watch on a terminal", .serialized, .timeLimit(.minutes(4))) struct WatchTerminalTests {
  /// A tmux server with one window, in which a command runs.
  private final class Terminal {
    private let server = "hookswitch-\(UUID().uuidString.prefix(8))"

    init(_ command: String, home: String) async throws {
      _ = try await tmux("-f", "/dev/null", "new-session", "-d", "-x", "80", "-y", "24", "env -u XDG_RUNTIME_DIR HOME=\(home) \(command)")
    }

    @discardableResult
    func tmux(_ words: String...) async throws -> (exitCode: Int32, text: String) {
      let scratch = try ScratchFolder()
      defer { scratch.remove() }
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      // The server lives on: with a descriptor of this process it would look as if the command had not ended. Signals are blocked on the
      // threads of tasks, and the keyboard's must reach the command.
      let clean =
        "import os, signal, sys; signal.pthread_sigmask(signal.SIG_SETMASK, []); os.closerange(3, 1 << 20); "
        + "os.execvp('tmux', ['tmux'] + sys.argv[1:])"
      process.arguments = ["python3", "-c", clean, "-L", server] + words
      process.standardOutput = try scratch.newFile("output")
      process.standardError = FileHandle.nullDevice
      let exitCode = try await process.runToEnd()
      return (exitCode, try scratch.text("output"))
    }

    /// Waits until the screen has all texts, and returns its lines.
    @discardableResult
    func until(_ texts: String..., at location: SourceLocation = #_sourceLocation) async throws -> [String] {
      let end = ContinuousClock.now + .seconds(30)
      while true {
        let screen = try await tmux("capture-pane", "-p").text
        if texts.allSatisfy(screen.contains) { return screen.components(separatedBy: "\n") }
        try #require(ContinuousClock.now < end, "no \(texts) in \(screen)", sourceLocation: location)
        await RunningDaemon.pause()
      }
    }

    func end() async throws { try await tmux("kill-server") }
  }

  @Test("Keys act on the chosen call, a small terminal is enough, and a daemon that comes back is found") func keys() async throws {
    let daemon = try await RunningDaemon()
    let command = BuiltCommand.folder.appendingPathComponent("hookswitch").path
    let terminal = try await Terminal("'\(command)' watch --socket '\(daemon.socket)'", home: daemon.scratch.url.path)
    try await terminal.until("0 calls, 1 provider   connected", "line main  no calls", "provider home  ready", "q quit")
    try await daemon.perform("dial", "5550100")
    let lines = try await terminal.until("active", "5550100")
    #expect(lines.contains { $0.hasPrefix("> ") && $0.contains("active") })
    try await terminal.tmux("send-keys", "m")
    try await terminal.until("muted")
    try await terminal.tmux("send-keys", "h")
    try await daemon.until(calls: ["held"])
    try await terminal.until("held ")
    try await terminal.tmux("send-keys", "a")
    try await terminal.until("answer: invalidAction")
    try await terminal.tmux("send-keys", "j")
    try await terminal.tmux("resize-window", "-x", "40", "-y", "8")
    try await terminal.until("a d h r s m  j k  q")
    try await terminal.tmux("resize-window", "-x", "100", "-y", "30")
    try await terminal.tmux("send-keys", "r")
    try await daemon.until(calls: ["active"])
    try await terminal.tmux("send-keys", "d")
    try await daemon.until(calls: [])
    try await terminal.until("ended  localEnded")
    _ = try await daemon.end()
    try await terminal.until("NOT CONNECTED", "waits for the daemon")
    let next = try await RunningDaemon(in: daemon.scratch)
    try await terminal.until("   connected", "the daemon began anew")
    try await terminal.tmux("send-keys", "q")
    while try await terminal.tmux("ls").exitCode == 0 { await RunningDaemon.pause() }
    _ = try await next.end()
    try await terminal.end()
  }

  @Test("NO_COLOR draws without colours, and the terminal is given back as it was") func plain() async throws {
    let daemon = try await RunningDaemon()
    try await daemon.perform("dial", "5550100")
    let command = BuiltCommand.folder.appendingPathComponent("hookswitch").path
    let script =
      "trap : INT; stty -a > '\(daemon.scratch.url.path)/before'; NO_COLOR=1 '\(command)' watch --socket '\(daemon.socket)'; "
      + "echo code $?; stty -a > '\(daemon.scratch.url.path)/after'; exec sleep 60"
    let terminal = try await Terminal("sh -c \"\(script.replacing("$", with: "\\$"))\"", home: daemon.scratch.url.path)
    try await terminal.until("active", "5550100")
    #expect(try await !terminal.tmux("capture-pane", "-p", "-e").text.contains("\u{1B}["))
    try await terminal.tmux("send-keys", "C-c")
    try await terminal.until("code 130")
    while try daemon.scratch.text("after").isEmpty { await RunningDaemon.pause() }
    #expect(try daemon.scratch.text("before") == daemon.scratch.text("after"))
    try await terminal.end()
    _ = try await daemon.end()
  }
}
