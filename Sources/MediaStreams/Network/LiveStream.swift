internal import CallControl
internal import FoundationEssentials
internal import Hookswitch
internal import HookswitchCore
internal import Locking
internal import StrictJSON
internal import TransportLoader

/// A stream on its thread: its core, its attachment, and its connection.
///
/// `@unchecked Sendable` because only the thread of the streams touches it, once it has it.
final class LiveStream: @unchecked Sendable {
  let number: Int64
  let stream: MediaStream
  let attachment: AudioAttachment
  let host: CallHost
  let format: StreamFormat
  /// The program's address; nil when the program comes to us.
  let address: StreamAddress?
  let parameters: JSONValue
  var core: StreamCore
  /// The number of the present connection; 0 for none.
  var connection: UInt = 0
  /// The numeric addresses of the host that were not tried yet.
  var addresses: [String] = []
  var joiner = SampleJoiner()

  init(
    number: Int64, stream: MediaStream, attachment: AudioAttachment, host: CallHost, format: StreamFormat, address: StreamAddress?,
    parameters: JSONValue, core: StreamCore
  ) {
    (self.number, self.stream, self.attachment, self.host, self.format) = (number, stream, attachment, host, format)
    (self.address, self.parameters, self.core) = (address, parameters, core)
  }

  /// Describes the call for the message `started`.
  func describe() -> StreamCall {
    let call = host.call(attachment.call)
    return StreamCall(
      stream: number, call: attachment.call.uuidString, line: call?.line.rawValue ?? "", provider: call?.provider.rawValue ?? "",
      direction: call?.direction.rawValue ?? "", from: call?.handle.map { (kind: $0.type.rawValue, value: $0.value) }, name: call?.name,
      parameters: parameters)
  }

  /// The call's id as 16 bytes, for AudioSocket.
  var uuidBytes: [UInt8] { withUnsafeBytes(of: attachment.call.uuid) { Array($0) } }

  /// Tells an event.
  func tell(_ event: StreamEvent) { stream.take(event) }

  /// Shows the state of the core to other threads.
  func publish() { stream.publish(StreamStatus(state: core.state, sent: core.sent, ignored: core.ignored, dropped: core.dropped)) }

  /// Asks the call; `refused` is called with code and sentence when the host refuses it, or when it fails.
  func perform(_ control: StreamControl, refused: @escaping @Sendable (String, String) -> Void) {
    let operation: CallOperation =
      switch control {
      case .answer: .answer
      case .digits(let digits): .playDTMF(digits)
      case .transfer(let handle): .transfer(.handle(handle))
      case .hangUp: .end()
      }
    let line = host.call(attachment.call)?.line ?? .main
    CallController(host: host, line: line).submit(.transaction([.perform(operation, on: attachment.call)])) { news in
      switch news {
      case .refused(let error), .failed(let error): refused(error.code.rawValue, error.description)
      case .accepted, .alreadyEnded, .performed, .done: break
      }
    }
  }
}

/// A connection to a program.
struct StreamConnection {
  let stream: Int64
  /// True for AudioSocket.
  let isRaw: Bool
  var reader: AudioSocketReader
  /// libwebsockets' connection; nil before it has one.
  var wsi: OpaquePointer?
  /// True once the handshake is done.
  var isUp = false
  /// True once the program began the closing handshake.
  var isClosed = false
  /// The parts of a text message that came so far.
  var message: [UInt8] = []
  /// The code and the reason to close with, once the outbox is empty.
  var finish: (StreamFault.Code, String)?

  init(stream: Int64, isRaw: Bool, rate: Int) {
    self.stream = stream
    self.isRaw = isRaw
    reader = AudioSocketReader(rate: rate)
  }
}

/// A request to open the port for programs, on its way to the thread and back.
final class ListenRequest: Sendable {
  let address: StreamAddress
  let certificate: String?
  let token: String?
  let limit: Duration
  private let result: Locked<Result<UInt16, StreamAddressError>?> = Locked(nil)
  private let descriptor: EventDescriptor

  /// Creates a request; nil when the system has no more descriptors.
  init?(_ address: StreamAddress, certificate: String?, token: String?, limit: Duration) {
    guard let descriptor = EventDescriptor() else { return nil }
    (self.address, self.certificate, self.token, self.limit, self.descriptor) = (address, certificate, token, limit, descriptor)
  }

  func succeed(_ port: UInt16) { answer(.success(port)) }

  func fail(_ reason: String) { answer(.failure(StreamAddressError(reason))) }

  private func answer(_ answer: Result<UInt16, StreamAddressError>) {
    result.withLock { $0 = answer }
    descriptor.signal()
  }

  /// Waits for the answer.
  func wait() { descriptor.wait(milliseconds: -1) }

  /// The port; it is known after `wait`.
  var port: UInt16 {
    get throws(StreamAddressError) {
      guard let result = result.withLock({ $0 }) else { throw StreamAddressError("the streams are closed") }
      return try result.get()
    }
  }
}
