internal import CConformance
internal import Glibc

/// A program that answers each line with a line.
final class LineDialogue {
  private let process: pid_t
  private let questions: CInt
  private let answers: CInt
  private var received: [UInt8] = []

  /// Starts `command` with the shell.
  init(command: String) throws {
    var toProgram: [CInt] = [-1, -1]
    var fromProgram: [CInt] = [-1, -1]
    // A socket instead of a pipe: a write to a program that has ended then fails without a signal.
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &toProgram) == 0, hookswitch_pipe(&fromProgram) == 0 else {
      for end in toProgram where end >= 0 { close(end) }
      throw TestFailure("the kit cannot create pipes for the far end's program")
    }
    var files = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&files)
    defer { posix_spawn_file_actions_destroy(&files) }
    posix_spawn_file_actions_adddup2(&files, toProgram[0], 0)
    posix_spawn_file_actions_adddup2(&files, fromProgram[1], 1)
    let texts: [String] = ["sh", "-c", command]
    let words = texts.map { strdup($0) }
    defer { words.forEach { free($0) } }
    var started: pid_t = 0
    let failure = posix_spawn(&started, "/bin/sh", &files, nil, words + [nil], hookswitch_harness_environment())
    close(toProgram[0])
    close(fromProgram[1])
    guard failure == 0 else {
      close(toProgram[1])
      close(fromProgram[0])
      throw TestFailure("the far end's program cannot be started: \(String(cString: strerror(failure)))")
    }
    questions = toProgram[1]
    answers = fromProgram[0]
    process = started
  }

  deinit {
    // The end of its input tells the program to end; after two seconds it is killed.
    close(questions)
    close(answers)
    var status: CInt = 0
    let end = RealClock.now + 2_000_000_000
    while waitpid(process, &status, WNOHANG) == 0 {
      if RealClock.now > end { kill(process, SIGKILL) }
      poll(nil, 0, 5)
    }
  }

  /// Asks a question and returns the answer without its `ok`; `meanwhile` runs repeatedly until it comes.
  /// - Throws: `TestSkip` for `unsupported`, `TestFailure` for `error` or when no answer came within 10 s.
  func ask(_ question: String, meanwhile: () -> Void) throws -> String {
    let line = Array((question + "\n").utf8)
    guard send(questions, line, line.count, Int32(MSG_NOSIGNAL)) == line.count else {
      throw TestFailure("the far end's program has ended before `\(question)`")
    }
    let end = RealClock.now + 10_000_000_000
    while RealClock.now < end {
      if let answer = try take() { return try Self.judge(answer, question) }
      meanwhile()
      var wanted = pollfd(fd: answers, events: Int16(POLLIN), revents: 0)
      _ = poll(&wanted, 1, 5)
    }
    throw TestFailure("the far end's program did not answer `\(question)` within 10 s")
  }

  private func take() throws -> String? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = read(answers, &buffer, buffer.count)
    if count > 0 { received += buffer[..<count] }
    guard let end = received.firstIndex(of: UInt8(ascii: "\n")) else {
      if count == 0 { throw TestFailure("the far end's program has closed its output") }
      return nil
    }
    defer { received.removeFirst(end + 1) }
    return String(decoding: received[..<end], as: UTF8.self)
  }

  private static func judge(_ answer: String, _ question: String) throws -> String {
    let words = answer.split(separator: " ", maxSplits: 1).map(String.init)
    switch words.first {
    case "ok": return words.count > 1 ? words[1] : ""
    case "unsupported": throw TestSkip("the far end's program does not support `\(question)`")
    case "error": throw TestFailure("the far end's program failed at `\(question)`: \(words.count > 1 ? words[1] : "it does not say why")")
    default:
      throw TestFailure("the far end's program answered `\(answer)` to `\(question)`, which must begin with ok, unsupported or error")
    }
  }
}
