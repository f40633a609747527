import CallControl
import HostDoors
import HostService
import Testing

private func at(_ milliseconds: Int64) -> Instant { Instant(nanoseconds: milliseconds * 1_000_000) }

@Suite("RateLimiter: requests a second")
struct RateLimiterTests {
  @Test("Others get a burst of 400 and then 200 a second; retryAfter is the time to the next one")
  func others() {
    let limits = DoorLimits()
    var limiter = RateLimiter(limits.otherRate, refusalsInRow: limits.tooFastInRow)
    for number in 0..<400 { #expect(limiter.judge(at: at(1_000)) == .admitted, "request \(number)") }
    #expect(limiter.judge(at: at(1_000)) == .tooFast(retryAfter: .milliseconds(5), isLast: false))
    #expect(limiter.judge(at: at(1_004)) == .tooFast(retryAfter: .milliseconds(1), isLast: false))
    #expect(limiter.judge(at: at(1_005)) == .admitted)
    var admitted = 0
    for millisecond in Int64(1_006)...2_005 where limiter.judge(at: at(millisecond)) == .admitted { admitted += 1 }
    #expect(admitted == 200)
    // After two seconds of rest the bucket is full again, and not fuller.
    admitted = 0
    for _ in 0..<1_000 where limiter.judge(at: at(9_000)) == .admitted { admitted += 1 }
    #expect(admitted == 400)
  }

  @Test("The owner gets 50,000 a second")
  func owner() {
    let limits = DoorLimits()
    var limiter = RateLimiter(limits.ownerRate, refusalsInRow: limits.tooFastInRow)
    for _ in 0..<50_000 { #expect(limiter.judge(at: at(0)) == .admitted) }
    #expect(limiter.judge(at: at(0)) == .tooFast(retryAfter: .microseconds(20), isLast: false))
    var admitted = 0
    for millisecond in Int64(1)...1_000 {
      for _ in 0..<80 where limiter.judge(at: at(millisecond)) == .admitted { admitted += 1 }
    }
    #expect(admitted == 50_000)
  }

  @Test("A thousand refusals in a row close the connection; an admitted request begins the count anew")
  func closing() {
    var limiter = RateLimiter(RateLimit(perSecond: 1, burst: 1), refusalsInRow: 1_000)
    #expect(limiter.judge(at: at(0)) == .admitted)
    for _ in 0..<999 { #expect(limiter.judge(at: at(0)) == .tooFast(retryAfter: .seconds(1), isLast: false)) }
    #expect(limiter.judge(at: at(1_000)) == .admitted)
    for _ in 0..<999 { _ = limiter.judge(at: at(1_000)) }
    #expect(limiter.judge(at: at(1_000)) == .tooFast(retryAfter: .seconds(1), isLast: true))
  }
}

@Suite("Outbox: the bytes that a client has not read")
struct OutboxTests {
  static let line = Array("reply\n".utf8)

  /// Sends everything, and returns it as text.
  static func read(_ outbox: inout Outbox, portion: Int = .max, now: Instant = .zero) -> String {
    var bytes: [UInt8] = []
    while outbox.send(
      at: now,
      by: { new in
        bytes += new.prefix(portion)
        return min(portion, new.count)
      }) > 0
    {}
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("A reply follows the notifications of the events before it, and waits for no later ones")
  func order() {
    var outbox = Outbox()
    outbox.add(Array("five\n".utf8), after: 5, at: .zero)
    outbox.add(Array("zero\n".utf8), after: 0, at: .zero)
    #expect(outbox.wanted == Outbox.batch)
    outbox.add(NotificationBatch(["n1", "n4"], upTo: 4), at: .zero)
    outbox.add(Array("four\n".utf8), after: 4, at: .zero)
    outbox.add(NotificationBatch(["n5"], upTo: 5), at: .zero)
    outbox.add(NotificationBatch(["n6"], upTo: 6), at: .zero)
    #expect(Self.read(&outbox) == "zero\nn1\nn4\nfour\nn5\nfive\nn6\n")
    #expect(outbox.wanted != nil, "there may be more")
    outbox.add(NotificationBatch([], upTo: 6), at: .zero)
    #expect(outbox.wanted == nil)
    outbox.wake()
    #expect(outbox.wanted == Outbox.batch)
    // An empty batch means that everything was looked at.
    outbox.add(Array("ten\n".utf8), after: 10, at: .zero)
    outbox.add(NotificationBatch([], upTo: 9), at: .zero)
    #expect(Self.read(&outbox) == "ten\n")
  }

  @Test("Bytes go out in order, whatever the portions", arguments: [1, 7, 4_096, 100_000])
  func portions(_ portion: Int) {
    var outbox = Outbox()
    var expected = ""
    var sent = ""
    for number in 0..<2_000 {
      let text = "\(number) " + String(repeating: "y", count: number % 97 * (number % 13 == 0 ? 50 : 1)) + "\n"
      expected += text
      outbox.add(Array(text.utf8), after: 0, at: .zero)
      if number % 500 == 0 { sent += Self.read(&outbox, portion: portion) }
    }
    #expect(outbox.unsent + sent.utf8.count == expected.utf8.count)
    sent += Self.read(&outbox, portion: portion)
    #expect(sent == expected)
    #expect(outbox.bytes == 0)
  }

  @Test("Notifications stay in the log while the client has 64 KiB to read; replies are kept, and 1 MiB stops its requests")
  func full() {
    var outbox = Outbox()
    outbox.wake()
    let notification = String(repeating: "n", count: 999)
    var fetched = 0
    while let wanted = outbox.wanted {
      outbox.add(NotificationBatch(Array(repeating: notification, count: wanted), upTo: UInt64(fetched)), at: .zero)
      fetched += wanted
    }
    #expect((64 << 10)...(140 << 10) ~= outbox.bytes)
    #expect(outbox.allowance == 1, "a client that does not read gets one request at a time")
    #expect(!outbox.isFull)
    // These wait for notifications that stay in the log.
    while !outbox.isFull { outbox.add(Array(repeating: 120, count: 10_000), after: 1_000_000, at: .zero) }
    #expect(outbox.bytes < (1 << 20) + 10_000)
    #expect(outbox.wanted == nil)
    _ = Self.read(&outbox)
    #expect(outbox.wanted != nil)
    #expect(outbox.allowance == 64)
  }

  @Test("No progress for 30 s is a stall; progress begins the time anew, and an empty outbox never stalls")
  func stall() {
    var outbox = Outbox()
    #expect(!outbox.isStalled(at: at(1_000_000)))
    outbox.add(Self.line, after: 0, at: at(1_000_000))
    #expect(!outbox.isStalled(at: at(1_029_999)))
    #expect(outbox.isStalled(at: at(1_030_000)))
    #expect(outbox.send(at: at(1_030_000), by: { _ in 3 }) == 3)
    #expect(!outbox.isStalled(at: at(1_059_999)))
    #expect(outbox.send(at: at(1_059_999), by: { _ in 0 }) == 0)
    #expect(outbox.isStalled(at: at(1_060_000)))
    #expect(outbox.send(at: at(1_060_000), by: \.count) == 3)
    #expect(!outbox.isStalled(at: at(2_000_000)))
  }

  @Test("The last line follows the replies that wait, and nothing follows it")
  func goodbye() {
    var outbox = Outbox()
    outbox.add(Self.line, after: 7, at: .zero)
    outbox.finish(with: ReplyWriter.goodbye("stopping"), at: .zero)
    outbox.add(Self.line, after: 0, at: .zero)
    outbox.add(NotificationBatch(["n"], upTo: 8), at: .zero)
    outbox.finish(with: Self.line, at: .zero)
    outbox.wake()
    #expect(outbox.isFinished && outbox.wanted == nil)
    #expect(
      Self.read(&outbox) == "reply\n" + #"{"jsonrpc":"2.0","method":"goodbye","params":{"reason":"stopping"}}"# + "\n")
    var ended = Outbox()
    ended.add(NotificationBatch(["goodbye"], upTo: 1, isLast: true), at: .zero)
    ended.add(Self.line, after: 0, at: .zero)
    #expect(Self.read(&ended) == "goodbye\n")
  }

  @Test("A client that has gone costs nothing")
  func abandoned() {
    var outbox = Outbox()
    outbox.add(Self.line, after: 0, at: .zero)
    outbox.add(Self.line, after: 9, at: .zero)
    outbox.abandon()
    outbox.add(Self.line, after: 0, at: .zero)
    outbox.add(Self.line, after: 9, at: .zero)
    outbox.wake()
    #expect(outbox.bytes == 0 && outbox.wanted == nil && outbox.allowance == 64 && !outbox.isFull)
  }
}
