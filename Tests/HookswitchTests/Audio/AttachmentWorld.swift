import Hookswitch
import Locking

/// A program attached to a call of a `SoundWorld`, with the events that it received.
struct AttachedWorld {
  let world: SoundWorld
  let call: CallID
  let audio: AudioAttachment
  private let log: EventLog

  /// Starts a call to a far end and attaches a program to it.
  init(
    _ options: AttachmentOptions = .talk(), farEnd: SoundDelegate.FarEnd = .silent, rates: [AudioRate] = [.wideband, .narrowband]
  ) async throws {
    world = try SoundWorld(p: rates)
    call = try await world.activeCall("p", farEnd)
    log = EventLog()
    audio = try log.attach(to: call, of: world.host, options)
    await world.host.settle()
  }

  /// Returns the events since the last call of this function.
  func takeEvents() -> [AttachmentEvent] { log.take() }

  /// Returns the kinds of event since the last call of this function.
  func takeKinds() -> [AttachmentEvent.Kind] { log.take().map(\.kind) }

  /// Returns the audio that the far end heard since the last call of this function.
  func takeFarEnd() -> [Int16] { world.p.takeHeard(by: call) }

  /// Lets frames pass.
  func pass(_ frames: Int) { world.pass(frames) }

  /// Writes samples of a rising sawtooth without zeros, each different from its neighbours.
  @discardableResult
  func write(_ range: Range<Int>) throws -> Int { try audio.write(Self.samples(range)) }

  static func samples(_ range: Range<Int>) -> [Int16] { range.map { Int16($0 % 10_000 + 1) } }
}

/// The events of attachments, in order.
final class EventLog: Sendable {
  private let events = Locked<[AttachmentEvent]>([])

  func attach(to call: CallID, of host: CallHost, _ options: AttachmentOptions) throws -> AudioAttachment {
    try host.attachAudio(to: call, options) { [self] _, event in events.withLock { $0.append(event) } }
  }

  func take() -> [AttachmentEvent] {
    events.withLock { events in
      defer { events = [] }
      return events
    }
  }
}
