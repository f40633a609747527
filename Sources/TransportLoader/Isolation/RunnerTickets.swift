internal import Glibc
internal import RunnerChannel

/// An answer of a runner, with the descriptors that came for it over the socket.
struct RunnerAnswer: Sendable {
  var body: AnswerBody
  var descriptors: [UInt32: KeptDescriptor] = [:]
}

/// The questions to a runner that are not answered, and what has come for their answers over the socket.
struct RunnerTickets {
  /// The things that an answer may bring over the socket.
  struct Extras: OptionSet {
    let rawValue: UInt8
    static let blob = Extras(rawValue: 1)
    static let descriptors = Extras(rawValue: 2)
  }

  private enum Ticket {
    /// Somebody waits for the answer.
    case open(instance: UInt16, Extras)
    case answered(RunnerAnswer)
    /// A function receives the answer, or nil when the runner is gone.
    case awaited(instance: UInt16, (RunnerAnswer?) -> Void)
    /// Nobody waits for the answer; once it has come, the instance's number is free if it was destroyed.
    case receipt(instance: UInt16)
  }

  /// The party that an answer is for.
  enum Taker {
    /// The loop, which waits in `question`.
    case loop
    case function(() -> Void)
    /// Nobody: an instance has one receipt less.
    case receipt(instance: UInt16)
  }

  private var tickets: [UInt64: Ticket] = [:]
  private var last: UInt64 = 0
  private var blobs: [UInt64: [UInt8]] = [:]
  private var parcels: [UInt64: [UInt32: KeptDescriptor]] = [:]

  /// True when no answer is open.
  var isEmpty: Bool { tickets.isEmpty }

  /// Returns a new number for a question, which `open` then opens.
  mutating func number() -> UInt64 {
    last += 1
    return last
  }

  /// Opens a question that the loop waits for.
  mutating func open(_ ticket: UInt64, instance: UInt16, _ extras: Extras) { tickets[ticket] = .open(instance: instance, extras) }

  /// Opens a question whose answer a function receives.
  mutating func open(instance: UInt16, _ receive: @escaping (RunnerAnswer?) -> Void) -> UInt64 {
    let ticket = number()
    tickets[ticket] = .awaited(instance: instance, receive)
    return ticket
  }

  /// Opens a question whose answer nobody waits for.
  mutating func receipt(instance: UInt16) -> UInt64 {
    let ticket = number()
    tickets[ticket] = .receipt(instance: instance)
    return ticket
  }

  /// Closes a question.
  mutating func close(_ ticket: UInt64) { (tickets[ticket], blobs[ticket], parcels[ticket]) = (nil, nil, nil) }

  /// The answer to an open question; nil while there is none.
  func answer(to ticket: UInt64) -> RunnerAnswer? {
    if case .answered(let answer)? = tickets[ticket] { answer } else { nil }
  }

  /// True when the instance has receipts.
  func hasReceipts(_ instance: UInt16) -> Bool {
    tickets.values.contains { if case .receipt(instance) = $0 { true } else { false } }
  }

  /// True when the question waits for bytes that have not come.
  func waitsForBlob(_ ticket: UInt64) -> Bool {
    if case .open(_, let extras)? = tickets[ticket] { extras.contains(.blob) && blobs[ticket] == nil } else { false }
  }

  /// Takes an answer; returns the party that it is for.
  mutating func take(_ body: AnswerBody, _ ticket: UInt64, from instance: UInt16) throws(FrameFault) -> Taker {
    switch tickets[ticket] {
    case .open(instance, _):
      var answer = RunnerAnswer(body: body)
      if body.hasBlob {
        guard let bytes = blobs.removeValue(forKey: ticket) else { throw .blob(ticket) }
        answer.body.bytes = FrameText(bytes[...])
      }
      answer.descriptors = parcels.removeValue(forKey: ticket) ?? [:]
      tickets[ticket] = .answered(answer)
      return .loop
    case .awaited(instance, let receive):
      guard !body.hasBlob else { throw .blob(ticket) }
      tickets[ticket] = nil
      return .function { receive(RunnerAnswer(body: body)) }
    case .receipt(instance):
      tickets[ticket] = nil
      return .receipt(instance: instance)
    default: throw .ticket(ticket)
    }
  }

  /// Keeps the bytes of a blob for the answer that follows; false for one that nobody asked for, or that can still be changed.
  mutating func keepBlob(_ message: RunnerSocket.Message) -> Bool {
    guard let body = try? message.body(BlobBody.self), case .open(_, let extras)? = tickets[body.ticket], extras.contains(.blob),
      blobs[body.ticket] == nil, let bytes = Blob.read(message.descriptors[0], count: body.bytes)
    else { return false }
    blobs[body.ticket] = bytes
    return true
  }

  /// Takes descriptors over for the answer that follows; false when nobody asked for them, or there are too many.
  mutating func keepParcel(_ message: RunnerSocket.Message) -> Bool {
    let kept = message.descriptors.map { KeptDescriptor($0) }
    guard let body = try? message.body(ParcelBody.self), Int(body.count) == kept.count, case .open(_, let extras)? = tickets[body.ticket],
      extras.contains(.descriptors), Int(body.first) + kept.count <= HandoverBody.mostDescriptors
    else { return false }
    for (place, descriptor) in kept.enumerated() {
      guard parcels[body.ticket, default: [:]].updateValue(descriptor, forKey: body.first + UInt32(place)) == nil else { return false }
    }
    return true
  }

  /// Forgets everything because the runner is gone; returns the functions that wait for an answer.
  mutating func end() -> [(RunnerAnswer?) -> Void] {
    defer { self = RunnerTickets() }
    return tickets.values.compactMap { if case .awaited(_, let receive) = $0 { receive } else { nil } }
  }
}
