internal import CRunnerChannel
internal import Glibc
internal import Testing

@testable internal import RunnerChannel

/// The socket between host and runner.
struct SocketTests {
  private let host: RunnerSocket
  private let runner: RunnerSocket

  init() throws {
    let pair = try #require(RunnerSocket.pair())
    host = pair.host
    runner = RunnerSocket(descriptor: pair.runner)
  }

  private func descriptors(_ count: Int) -> [CInt] { (0..<count).map { _ in open("/dev/null", O_RDONLY | O_CLOEXEC) } }

  @Test func aMessageArrivesWithItsBody() throws {
    var hello = HelloBody()
    (hello.nonce, hello.pid) = (77, 1234)
    #expect(host.receive() == .nothing)
    #expect(runner.send(.hello, hello))
    guard case .message(let message) = host.receive() else { throw FrameFault.length }
    #expect(message.type == .hello)
    #expect(try message.body(HelloBody.self) == hello)
    #expect(host.receive() == .nothing)
  }

  @Test func descriptorsArriveAndDoNotOutliveAnExec() throws {
    let sent = descriptors(3)
    #expect(host.send(.open, OpenBody(), descriptors: sent))
    for descriptor in sent { close(descriptor) }
    guard case .message(let message) = runner.receive() else { throw FrameFault.length }
    #expect(message.descriptors.count == 3)
    for descriptor in message.descriptors {
      #expect(fcntl(descriptor, F_GETFD) == FD_CLOEXEC)
      close(descriptor)
    }
  }

  @Test(arguments: [(SocketType.hello, 1), (.open, 2), (.open, 4), (.shut, 253)])
  func descriptorsThatNobodyAnnouncedAreClosedAndRubbish(type: SocketType, count: Int) throws {
    var ends: [CInt] = [-1, -1]
    #expect(pipe(&ends) == 0)
    defer { close(ends[0]) }
    #expect(runner.send(type, HelloBody(), descriptors: Array(repeating: ends[1], count: count)))
    close(ends[1])
    #expect(host.receive() == .rubbish("a message on its socket has descriptors that its type does not announce"))
    // The pipe ends once the last descriptor of its writing end is closed.
    var byte: UInt8 = 0
    #expect(read(ends[0], &byte, 1) == 0)
  }

  @Test func whatIsNoMessageIsRubbish() {
    let rubbish = RunnerSocket.Event.rubbish("a message on its socket is no message")
    for bytes in [[UInt8](repeating: 1, count: 7), [9, 0, 0, 0, 0, 0, 0, 0], [1, 0, 0, 0, 1, 0, 0, 0], [1, 0, 0, 0, 0, 0, 0, 0, 0]] {
      #expect(hrc_send(runner.descriptor, bytes, bytes.count, [], 0) == 0)
      #expect(host.receive() == rubbish)
    }
  }

  @Test func aMessageOverTheLimitIsNotSentAndNotTaken() {
    #expect(runner.send(.loaded, TextBody(String(repeating: "x", count: 65_536 - 12))))
    #expect(!runner.send(.loaded, TextBody(String(repeating: "x", count: 65_536 - 11))))
    guard case .message = host.receive() else { return #expect(Bool(false), "a message at the limit is taken") }
    let long = [UInt8](repeating: 0, count: 65_537)
    #expect(send(runner.descriptor, long, long.count, 0) == long.count)
    #expect(host.receive() == .rubbish("a message on its socket is too long"))
  }

  @Test func theEndOfTheOtherSideIsSeen() throws {
    let pair = try #require(RunnerSocket.pair())
    close(pair.runner)
    #expect(pair.host.wait(milliseconds: -1))
    #expect(pair.host.receive() == .end)
    #expect(!pair.host.send(.shut, EmptyBody()))
  }
}

/// A child, named by a descriptor.
struct ProcessDescriptorTests {
  private func start(_ words: [String]) throws -> ProcessDescriptor {
    var child: pid_t = 0
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    #expect(posix_spawn(&child, words[0], nil, nil, &arguments, nil) == 0)
    return try #require(ProcessDescriptor(child: child))
  }

  private func wait(for process: ProcessDescriptor) -> ProcessDescriptor.End? {
    var wanted = pollfd(fd: process.descriptor, events: Int16(POLLIN), revents: 0)
    #expect(poll(&wanted, 1, 10_000) == 1)
    return process.end(reaps: false)
  }

  @Test func theEndOfAProcessHasItsCodeOrItsSignalAndIsTakenOnce() throws {
    let exiting = try start(["/bin/sh", "-c", "exit 7"])
    #expect(wait(for: exiting) == .exit(7))
    #expect(exiting.end(reaps: true) == .exit(7))
    #expect(exiting.end(reaps: true) == .unknown)
    let sleeping = try start(["/bin/sleep", "100"])
    #expect(sleeping.end(reaps: true) == nil)
    sleeping.kill()
    #expect(wait(for: sleeping) == .signal(SIGKILL))
    #expect(sleeping.end(reaps: true) == .signal(SIGKILL))
  }

  @Test func aProcessThatDoesNotExistHasNoDescriptor() {
    #expect(ProcessDescriptor(child: -1) == nil)
  }
}
