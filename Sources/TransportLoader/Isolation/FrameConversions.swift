package import RunnerChannel
internal import TransportABI

// The loader's values in the form of frames, for the sending side of either process.

extension InfoBody {
  /// Makes the body of a call's description.
  package init(_ info: TransportCallInfo) {
    self.init()
    (flags, mask, presentation, replaces) = (info.flags.rawValue, info.mask.rawValue, info.presentation, info.replaces.rawValue)
    handleKind = FrameText(info.handleKind)
    handle = FrameText(info.handle)
    displayName = FrameText(info.displayName)
    localHandle = FrameText(info.localHandle)
    divertedFrom = FrameText(info.divertedFrom)
    correlationID = FrameText(info.correlationID)
    extraJSON = FrameText(info.extraJSON)
    contact = FrameText(info.contact)
  }

  var texts: [FrameText] { [handleKind, handle, displayName, localHandle, divertedFrom, correlationID, extraJSON, contact] }
}

extension TransportCallInfo {
  /// The description in a body; nil when a text is not one.
  package init?(_ body: InfoBody) {
    guard let handleKind = body.handleKind.string, let handle = body.handle.string, let displayName = body.displayName.string,
      let localHandle = body.localHandle.string, let divertedFrom = body.divertedFrom.string,
      let correlationID = body.correlationID.string, let extraJSON = body.extraJSON.string, let contact = body.contact.string
    else { return nil }
    self.init()
    (flags, mask) = (Flags(rawValue: body.flags), Flags(rawValue: body.mask))
    (presentation, replaces) = (body.presentation, CallHandle(rawValue: body.replaces))
    (self.handleKind, self.handle, self.displayName, self.localHandle) = (handleKind, handle, displayName, localHandle)
    (self.divertedFrom, self.correlationID, self.extraJSON, self.contact) = (divertedFrom, correlationID, extraJSON, contact)
  }
}

extension ErrorBody {
  /// Makes the body of a failure, or of none.
  package init(_ fault: TransportFault?) {
    self.init()
    guard let fault else { return }
    (code, native, cause, isPresent) = (fault.code, fault.native, fault.cause, true)
    (domain, message) = (FrameText(fault.domain), FrameText(fault.message))
  }

  /// The failure, in which a text that is not one is empty; nil for none.
  package var fault: TransportFault? {
    guard isPresent else { return nil }
    return TransportFault(code: code, native: native, cause: cause, domain: domain.string ?? "", message: message.string ?? "")
  }
}

extension LimitsBody {
  /// Makes the body of an instance's limits.
  package init(_ limits: TransportLimits) {
    self.init()
    (maximumCalls, maximumGroups, maximumCallsPerGroup) = (limits.maximumCalls, limits.maximumGroups, limits.maximumCallsPerGroup)
    name = FrameText(limits.name)
    handleKinds = limits.handleKinds.map { FrameText($0) }
    emergencyNumbers = limits.emergencyNumbers.map { FrameText($0) }
  }
}

/// The reason of a failed step in the bytes of an answer: the function, a line end, and its sentence.
///
/// One order creates and initialises an instance, so the answer must name the one of the two that failed.
package struct StepAnswer: Hashable, Sendable {
  /// The name of the function.
  package var function: String
  /// The contract's code; 0 for success.
  package var status: Int32
  /// The sentence; may be empty.
  package var sentence: String

  /// Makes the answer of a step.
  package init(function: String, status: Int32, sentence: String = "") {
    self.function = function
    self.status = status
    self.sentence = sentence
  }

  /// Reads the answer of a runner, whose texts may be anything.
  package init(_ body: AnswerBody) {
    let parts = String(decoding: body.bytes.bytes, as: UTF8.self).split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    self.init(function: parts.first.map(String.init) ?? "", status: body.status, sentence: parts.count > 1 ? String(parts[1]) : "")
  }

  /// The answer in the form of a frame.
  package var body: AnswerBody {
    var body = AnswerBody()
    body.status = status
    body.bytes = FrameText(function + "\n" + sentence)
    return body
  }
}

/// The audio formats in the bytes of an answer, 16 bytes each, little-endian: size, rate, channels, sample, length of a frame.
package enum FormatBytes {
  /// The bytes of formats.
  package static func bytes(of formats: [TransportAudioFormat]) -> [UInt8] {
    formats.flatMap { format in
      let table = format.table
      return bytes(table.size) + bytes(table.rate) + bytes(table.channels) + bytes(table.sample) + bytes(table.frame_us)
    }
  }

  /// The formats in bytes; nil when they are not whole.
  static func tables(in bytes: ArraySlice<UInt8>) -> [hsw_audio_format]? {
    guard bytes.count % 16 == 0 else { return nil }
    return stride(from: bytes.startIndex, to: bytes.endIndex, by: 16).map { start in
      func number(_ place: Int, _ size: Int) -> UInt32 {
        (0..<size).reduce(0) { $0 | UInt32(bytes[start + place + $1]) << UInt32(8 * $1) }
      }
      return hsw_audio_format(
        size: number(0, 4), rate: number(4, 4), channels: UInt16(number(8, 2)), sample: UInt16(number(10, 2)), frame_us: number(12, 4))
    }
  }

  private static func bytes(_ number: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: number.littleEndian) { Array($0) } }
}

extension BreachesBody {
  /// Makes the body of counts.
  package init(_ counts: TransportMisbehaviour) {
    self.init()
    func number(_ count: Int) -> UInt32 { UInt32(clamping: count) }
    (double, stale, strange) = (number(counts.double), number(counts.stale), number(counts.strange))
    (outOfOrder, wrongThread) = (number(counts.outOfOrder), number(counts.wrongThread))
    (malformed, leftBehind) = (number(counts.malformed), number(counts.leftBehind))
  }
}

extension TransportMisbehaviour {
  init(_ body: BreachesBody) {
    self.init()
    (double, stale, strange) = (Int(body.double), Int(body.stale), Int(body.strange))
    (outOfOrder, wrongThread) = (Int(body.outOfOrder), Int(body.wrongThread))
    (malformed, leftBehind) = (Int(body.malformed), Int(body.leftBehind))
  }

  /// Adds what has been counted since `before`; a count that has become smaller adds nothing.
  mutating func add(_ now: TransportMisbehaviour, since before: TransportMisbehaviour) {
    double += max(0, now.double - before.double)
    stale += max(0, now.stale - before.stale)
    strange += max(0, now.strange - before.strange)
    outOfOrder += max(0, now.outOfOrder - before.outOfOrder)
    wrongThread += max(0, now.wrongThread - before.wrongThread)
    malformed += max(0, now.malformed - before.malformed)
    leftBehind += max(0, now.leftBehind - before.leftBehind)
  }
}

extension AnswerBody {
  /// The answer with bytes.
  package static func done(_ bytes: [UInt8]) -> AnswerBody {
    var body = AnswerBody()
    body.bytes = FrameText(bytes[...])
    return body
  }

  /// The answer of a failure.
  package static func failed(_ status: Int32) -> AnswerBody {
    var body = AnswerBody()
    body.status = status
    return body
  }
}

/// Writes the reason of a failed step for the host.
enum WhyText {
  /// Copies a code, and as much of a sentence as there is room for, and a NUL.
  static func write(_ sentence: String, _ code: hsw_status = HSW_E_FAIL, to why: UnsafeMutablePointer<hsw_why>) {
    why.pointee.code = code
    withUnsafeMutableBytes(of: &why.pointee.text) { room in
      // Cut between characters, so that the text stays UTF-8.
      var bytes: [UInt8] = []
      for character in sentence where character != "\0" {
        guard bytes.count + character.utf8.count < room.count else { break }
        bytes += character.utf8
      }
      room.copyBytes(from: bytes + [0])
    }
  }
}
