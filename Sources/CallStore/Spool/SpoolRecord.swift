internal import CallControl
internal import FoundationEssentials

/// A note about a call in the form of the spool and of the table `call`; times are in milliseconds since 1970.
struct SpoolRecord: Hashable, Sendable {
  /// The limit on each text, in bytes; longer ones are cut at a character.
  static let textLimit = 4_096
  /// The number of whole numbers and of texts in each record.
  static let numberCount = 12
  static let textCount = 14
  /// The most texts: `actor` follows the others where there is one, so that older versions read most records.
  static let mostTexts = 15
  /// The size of a record without its texts.
  static let headSize = 4 + 16 + 16 + numberCount * 8
  /// The largest size of a record.
  static let sizeLimit = headSize + mostTexts * (2 + textLimit)

  var step: CallNote.Step = .begun
  var isKept = true
  var isOutgoing = false
  var isEmergency = false
  var hasVideo = false
  var call = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
  var madeRoomFor: UUID?
  var time: Int64 = 0
  var began: Int64 = 0
  var started: Int64?
  var connecting: Int64?
  var connected: Int64?
  var ended: Int64?
  /// Milliseconds from the connection to the end, by the host's own clock.
  var duration: Int64?
  var contact: Int64?
  var transportCode: Int64?
  var transportCause: Int64?
  var group: Int64?
  var line = ""
  var provider = ""
  var outcome = ""
  var handleType: String?
  var handle: String?
  var name: String?
  var label: String?
  var labelSource: String?
  var refusal: String?
  var decidedBy: String?
  var reason: String?
  var cause: String?
  var transportDomain: String?
  var transportMessage: String?
  var actor: String?

  init() {}

  init(_ note: CallNote) {
    let record = note.record
    func date(_ instant: Instant) -> Int64 {
      let (sum, overflow) = instant.nanoseconds.addingReportingOverflow(note.dateOffset)
      return overflow ? instant.nanoseconds / 1_000_000 : sum / 1_000_000
    }
    step = note.step
    isKept = note.isKept
    isOutgoing = record.direction == .outgoing
    isEmergency = note.isEmergency
    hasVideo = note.hasVideo
    call = record.call
    time = date(record.ended)
    began = date(record.began)
    started = note.started.map(date)
    connecting = note.connecting.map(date)
    connected = record.connected.map(date)
    if step == .ended || step == .refused {
      ended = time
      duration = record.connected.map { max(0, $0.duration(to: record.ended).wholeNanoseconds / 1_000_000) }
    }
    group = note.group.map { Int64(truncatingIfNeeded: $0.rawValue) }
    line = note.line.rawValue
    provider = record.provider.rawValue
    outcome = record.outcome.rawValue
    handleType = record.handle?.type.rawValue
    handle = record.handle?.value
    name = record.name
    let details = record.details
    label = details.label
    labelSource = details.labelSource?.rawValue
    contact = details.contact
    refusal = record.refusal?.rawValue
    decidedBy = record.decidedBy
    actor = note.actor
    guard let end = record.end else { return }
    reason = end.reason.rawValue
    cause = end.cause?.word
    if case .madeRoom(let other)? = end.cause { madeRoomFor = other }
    if let transport = end.transport {
      transportDomain = transport.domain
      transportCode = Int64(transport.code)
      transportCause = Int64(transport.cause)
      transportMessage = transport.message
    }
  }

  /// The end of the time in which every call rings after this emergency call (J1): 48 hours after its begin; nil for other notes.
  var emergencyCallback: WallTime? {
    isEmergency && isOutgoing && step == .begun ? WallTime(milliseconds: began).advanced(byMilliseconds: 2 * 86_400_000) : nil
  }

  // MARK: Bytes

  private static let absent = Int64.min

  /// Writes the record to memory of at least `sizeLimit` bytes; returns its size.
  func write(to memory: UnsafeMutableRawPointer) -> Int {
    let flags: [Bool] = [isKept, isOutgoing, isEmergency, hasVideo, madeRoomFor != nil]
    memory.storeBytes(of: step.rawValue, as: UInt8.self)
    var bits: UInt8 = 0
    if flags[0] { bits |= 1 }
    if flags[1] { bits |= 2 }
    if flags[2] { bits |= 4 }
    if flags[3] { bits |= 8 }
    if flags[4] { bits |= 16 }
    memory.storeBytes(of: bits, toByteOffset: 1, as: UInt8.self)
    memory.storeBytes(of: 0, toByteOffset: 2, as: UInt16.self)
    memory.storeBytes(of: call.uuid, toByteOffset: 4, as: uuid_t.self)
    memory.storeBytes(of: (madeRoomFor ?? call).uuid, toByteOffset: 20, as: uuid_t.self)
    var place = 36
    func put(_ number: Int64?) {
      memory.storeBytes(of: (number ?? Self.absent).littleEndian, toByteOffset: place, as: Int64.self)
      place += 8
    }
    put(time); put(began); put(started); put(connecting); put(connected); put(ended)
    put(duration); put(contact); put(transportCode); put(transportCause); put(group); put(Int64?.none)
    func put(_ text: String?) {
      guard var text else {
        memory.storeBytes(of: UInt16.max, toByteOffset: place, as: UInt16.self)
        place += 2
        return
      }
      let count = text.withUTF8 { utf8 in
        var count = min(utf8.count, Self.textLimit)
        // Not inside a character: bytes 10xxxxxx continue one.
        if count < utf8.count { while count > 0, utf8[count] & 0xC0 == 0x80 { count -= 1 } }
        if count > 0, let start = utf8.baseAddress { (memory + place + 2).copyMemory(from: start, byteCount: count) }
        return count
      }
      memory.storeBytes(of: UInt16(count).littleEndian, toByteOffset: place, as: UInt16.self)
      place += 2 + count
    }
    put(line); put(provider); put(outcome); put(handleType); put(handle); put(name); put(label); put(labelSource)
    put(refusal); put(decidedBy); put(reason); put(cause); put(transportDomain); put(transportMessage)
    if let actor { put(actor) }
    return place
  }

  /// Reads a record; nil for bytes that no record has.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= Self.headSize + 2 * Self.textCount, let step = CallNote.Step(rawValue: bytes[0]) else { return nil }
    self.step = step
    let flags = bytes[1]
    isKept = flags & 1 != 0
    isOutgoing = flags & 2 != 0
    isEmergency = flags & 4 != 0
    hasVideo = flags & 8 != 0
    call = UUID(uuid: bytes.loadUnaligned(fromByteOffset: 4, as: uuid_t.self))
    if flags & 16 != 0 { madeRoomFor = UUID(uuid: bytes.loadUnaligned(fromByteOffset: 20, as: uuid_t.self)) }
    var numbers: [Int64?] = []
    for index in 0..<Self.numberCount {
      let number = Int64(littleEndian: bytes.loadUnaligned(fromByteOffset: 36 + 8 * index, as: Int64.self))
      numbers.append(number == Self.absent ? nil : number)
    }
    var place = Self.headSize
    var texts: [String?] = []
    while texts.count < Self.textCount || (texts.count < Self.mostTexts && place < bytes.count) {
      guard place + 2 <= bytes.count else { return nil }
      let count = UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt16.self))
      place += 2
      if count == .max { texts.append(nil); continue }
      guard Int(count) <= Self.textLimit, place + Int(count) <= bytes.count else { return nil }
      texts.append(String(decoding: bytes[place..<place + Int(count)], as: UTF8.self))
      place += Int(count)
    }
    guard place == bytes.count, let time = numbers[0], let began = numbers[1], let line = texts[0], let provider = texts[1],
      let outcome = texts[2], CallRecord.Outcome(rawValue: outcome) != nil
    else { return nil }
    (self.time, self.began, started, connecting) = (time, began, numbers[2], numbers[3])
    (connected, ended, duration, contact) = (numbers[4], numbers[5], numbers[6], numbers[7])
    (transportCode, transportCause, group) = (numbers[8], numbers[9], numbers[10])
    (self.line, self.provider, self.outcome, handleType, handle) = (line, provider, outcome, texts[3], texts[4])
    (name, label, labelSource, refusal, decidedBy) = (texts[5], texts[6], texts[7], texts[8], texts[9])
    (reason, cause, transportDomain, transportMessage) = (texts[10], texts[11], texts[12], texts[13])
    // A nil text in this place is one that no record has.
    guard texts.count == Self.textCount || texts[14] != nil else { return nil }
    actor = texts.count > Self.textCount ? texts[14] : nil
  }
}
