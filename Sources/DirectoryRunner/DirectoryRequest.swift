internal import CallDirectory
internal import Dispatch
internal import Glibc
internal import Locking
internal import TransportABI

/// A request of a plugin: it checks the entries, and writes them as records.
///
/// The first entry that breaks a rule is written too, so that the host finds the same error at the same place.
final class DirectoryRequest: Sendable {
  fileprivate enum Phase: Sendable {
    case open
    /// An entry broke a rule, as the sentence says.
    case failed(String)
    /// `complete` was sent, and the host has not answered.
    case completing
    /// The request is over.
    case ended
    /// The host has given up.
    case givenUp
  }

  fileprivate struct State: Sendable {
    var rules: EntryRules<[UInt8]>
    /// The place of the last record; the first line is the stream's head.
    var place = RecordPlace()
    var phase = Phase.open
    var buffer: [UInt8] = []
  }

  private static let bufferSize = 64 << 10

  private let state: Locked<State>
  private let isIncremental: Bool
  /// The pipe for the records.
  private let records: CInt
  /// True when a host answers `complete`.
  private let hasHost: Bool
  /// The part that only the conformance kit asks for; nil for a host.
  private let watch: RequestWatch?
  private let answered = DispatchSemaphore(value: 0)
  private let over = DispatchSemaphore(value: 0)

  /// Creates a request and writes the head of its records.
  ///
  /// - Parameters:
  ///   - isIncremental: true for changes.
  ///   - sorts: true when the host sorts the records.
  ///   - records: the descriptor for the records.
  ///   - hasHost: true when a host answers `complete`.
  ///   - watch: the part that only the conformance kit asks for.
  init(isIncremental: Bool, sorts: Bool, records: CInt, hasHost: Bool, watch: RequestWatch? = nil) {
    var limits = LoadLimits()
    (limits.maximumEntries, limits.sorts) = (.max, sorts)
    var state = State(rules: EntryRules(limits))
    state.rules.begin(isIncremental: isIncremental)
    state.buffer = Array("hookswitch-directory 1 \(isIncremental ? "incremental" : "full")\n".utf8)
    state.place.line = 1
    self.state = Locked(state)
    (self.isIncremental, self.records, self.hasHost, self.watch) = (isIncremental, records, hasHost, watch)
  }

  // MARK: The process

  /// Waits until the request is over.
  ///
  /// - Returns: the fault of the plugin; nil after complete and cancel, and when the host has given up.
  func wait() -> String? {
    over.wait()
    return state.withLock { if case .failed(let sentence) = $0.phase { sentence } else { nil } }
  }

  /// Takes the end of `begin_request`: an error cancels the request.
  func hasReturned(_ status: hsw_status, why: String) {
    if status != HSW_OK {
      let text = why.isEmpty ? "begin_request returned \(status)" : why
      if finish("cancel\t\(status)\t", text, phase: .ended) == HSW_OK { return }
    }
    let isOver = state.withLock { state in
      switch state.phase {
      case .open:
        let sentence =
          status == HSW_OK
          ? "begin_request returned 0 before complete or cancel; it must return HSW_PENDING then" : "the records cannot be written"
        state.phase = .failed(sentence)
        return true
      // Nothing of the plugin runs any more.
      case .givenUp: return true
      case .failed, .completing, .ended: return false
      }
    }
    if isOver { over.signal() }
  }

  /// Takes the host's answer to `complete`.
  func isCounted() { answered.signal() }

  /// Takes it that the host has given up; returns true when the plugin must hear of it.
  func isGivenUp() -> Bool {
    let phase = state.withLock { state in
      let phase = state.phase
      if case .open = phase { state.phase = .givenUp }
      if case .completing = phase { state.phase = .givenUp }
      return phase
    }
    switch phase {
    // A function may have found before that the host reads no more.
    case .open, .givenUp: return true
    case .completing:
      answered.signal()
      return false
    case .failed, .ended: return false
    }
  }

  // MARK: The context's functions

  var isChange: Bool { isIncremental }

  /// Writes an entry.
  func take(_ kind: RecordKind, _ number: Int64, _ label: hsw_str? = nil) -> hsw_status {
    let label = label.map { Self.bytes($0) } ?? []
    holdIfAsked()
    let outcome = state.withLock { state -> (status: hsw_status, isOver: Bool) in
      if let status = closed(state.phase, .entries) { return (status, false) }
      do throws(DirectoryError) {
        try begin(kind, &state)
        state.append(kind, "\(number)", kind == .identify ? label : nil)
        guard number >= 1, UInt64(number) <= PhoneDigits.largest else {
          throw DirectoryError(.invalidNumber, "\(number) is not a number from 1 to \(PhoneDigits.largest)", at: state.place)
        }
        if kind == .identify {
          if let fault = label.withUnsafeBytes({ LabelText.fault(of: $0) }) { throw DirectoryError(.invalidLabel, fault, at: state.place) }
          try state.rules.identify(UInt64(number), label, at: state.place) { String(decoding: $0, as: UTF8.self) }
        } else {
          try state.rules.take(kind, UInt64(number), at: state.place)
        }
      } catch {
        return fail(error, &state)
      }
      if state.buffer.count >= Self.bufferSize, !flush(&state) { return lost }
      return (HSW_OK, false)
    }
    if outcome.isOver { over.signal() }
    return outcome.status
  }

  /// Writes the removal of all entries of a kind.
  func takeAll(_ kind: RecordKind) -> hsw_status {
    holdIfAsked()
    let outcome = state.withLock { state -> (status: hsw_status, isOver: Bool) in
      if let status = closed(state.phase, .entries) { return (status, false) }
      do throws(DirectoryError) {
        try begin(kind, &state)
        watch?.witness.add(.clearings)
        state.append(kind, "*", nil)
        try state.rules.takeAll(kind, at: state.place)
      } catch {
        return fail(error, &state)
      }
      return (HSW_OK, false)
    }
    if outcome.isOver { over.signal() }
    return outcome.status
  }

  /// Ends the request, and waits for the host's answer.
  func complete(_ token: hsw_str, _ expired: UnsafeMutablePointer<Int32>?) -> hsw_status {
    expired?.pointee = 0
    let bytes = Self.bytes(token)
    guard token.n <= Int(HSW_DIRECTORY_TOKEN_MAX), bytes.count == token.n, let text = String(validating: bytes, as: UTF8.self),
      !text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F })
    else {
      watch?.witness.add(.badTokens)
      return HSW_E_INVAL
    }
    if let watch, watch.holdsComplete { watch.wait() }
    let status = finish(text.isEmpty ? "complete" : "complete\t", text, phase: .completing, mark: .completes)
    guard status == HSW_OK || status == HSW_E_CANCELLED else { return status }
    if status == HSW_OK, hasHost { answered.wait() }
    let isExpired = state.withLock { state in
      defer { state.phase = .ended }
      if case .givenUp = state.phase { return true }
      return false
    }
    if isExpired { watch?.witness.set(.expired) }
    expired?.pointee = isExpired ? 1 : 0
    over.signal()
    return HSW_OK
  }

  /// Cancels the request.
  func cancel(_ domain: hsw_str, _ code: Int64, _ message: hsw_str) -> hsw_status {
    let words = [domain, message].map { String(decoding: Self.bytes($0), as: UTF8.self) }.filter { !$0.isEmpty }
    let status = finish("cancel\t\(code)\t", words.joined(separator: ": "), phase: .ended, mark: .cancels)
    if status == HSW_E_CANCELLED {
      state.withLock { $0.phase = .ended }
      over.signal()
    }
    return status
  }

  // MARK: Records

  /// Takes the next place for an entry, unless the conformance kit wants it refused.
  private func begin(_ kind: RecordKind, _ state: inout State) throws(DirectoryError) {
    state.place.line += 1
    state.place.entry += 1
    guard let watch else { return }
    watch.witness.add(.entries)
    if kind.isRemoval { watch.witness.add(.removals) }
    guard watch.refuses(state.place.entry) else { return }
    watch.witness.set(.refused)
    throw DirectoryError(.unknown, "the conformance kit refuses this entry", at: state.place)
  }

  /// Waits before an entry until the host gives up, if the conformance kit wants it.
  private func holdIfAsked() {
    guard let watch else { return }
    let holds = state.withLock { state in
      guard case .open = state.phase, watch.holds(before: state.place.entry + 1) else { return false }
      return flush(&state)
    }
    if holds { watch.wait() }
  }

  /// Writes the last line; text that is too long for it is cut.
  private func finish(_ head: String, _ text: String, phase: Phase, mark: RequestWitness.Mark? = nil) -> hsw_status {
    var line = head
    for scalar in text.unicodeScalars {
      let next = scalar.properties.generalCategory == .control ? " " : scalar
      guard line.utf8.count + next.utf8.count <= RecordReader.lineLimit else { break }
      line.unicodeScalars.append(next)
    }
    let status = state.withLock { state -> hsw_status in
      if let status = closed(state.phase, mark) { return status }
      if let mark { watch?.witness.add(mark) }
      state.buffer += Array(line.utf8) + [UInt8(ascii: "\n")]
      state.phase = phase
      return flush(&state) ? HSW_OK : HSW_E_CANCELLED
    }
    if status == HSW_OK, case .ended = phase { over.signal() }
    return status
  }

  /// The status of an entry that cannot be written; the request is over where no host ends a plugin that goes on.
  private var lost: (status: hsw_status, isOver: Bool) { (HSW_E_CANCELLED, !hasHost) }

  /// Notes the fault of the entry that was appended last, and sends it to the host.
  private func fail(_ error: DirectoryError, _ state: inout State) -> (status: hsw_status, isOver: Bool) {
    guard flush(&state) else { return lost }
    state.phase = .failed("\(error.code.rawValue): \(error)")
    let status =
      switch error.code {
      case .invalidNumber: HSW_E_RANGE
      case .unexpectedIncrementalRemoval: HSW_E_STATE
      default: HSW_E_INVAL
      }
    return (status, true)
  }

  /// Returns the status of every function once the request is over; nil while it is open.
  ///
  /// - Parameter mark: the kind of function, for the conformance kit; nil for the end of `begin_request`.
  private func closed(_ phase: Phase, _ mark: RequestWitness.Mark?) -> hsw_status? {
    if let watch, let mark {
      switch phase {
      case .open: break
      case .failed where mark == .entries: watch.witness.add(.entriesAfterFailure)
      case .failed: if mark == .completes { watch.witness.add(.completesAfterFailure) }
      case .completing, .ended: watch.witness.add(.usesAfterEnd)
      case .givenUp: if mark == .entries { watch.witness.add(.entriesGivenUp) }
      }
    }
    return switch phase {
    case .open: nil
    case .failed, .completing, .ended: HSW_E_STATE
    case .givenUp: HSW_E_CANCELLED
    }
  }

  /// Writes the buffer; returns false when the host reads no more.
  ///
  /// The lock is held meanwhile: the records of several threads must not mix.
  private func flush(_ state: inout State) -> Bool {
    var rest = state.buffer[...]
    state.buffer.removeAll(keepingCapacity: true)
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(records, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        state.phase = .givenUp
        return false
      }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Copies a text of the plugin; empty when it has no place.
  private static func bytes(_ text: hsw_str) -> [UInt8] {
    guard let start = text.p, text.n > 0, text.n <= Int(HSW_STR_MAX) else { return [] }
    return Array(UnsafeRawBufferPointer(start: start, count: text.n))
  }
}

extension DirectoryRequest.State {
  /// The bytes that are written of a label: more than a valid one has, so that the host finds its fault.
  private static let labelLimit = 2 * LabelText.limit

  /// Appends a record, also one that breaks a rule.
  mutating func append(_ kind: RecordKind, _ value: String, _ label: [UInt8]?) {
    buffer.append(contentsOf: kind.word.utf8)
    buffer.append(UInt8(ascii: "\t"))
    buffer.append(contentsOf: value.utf8)
    if let label {
      buffer.append(UInt8(ascii: "\t"))
      // A line end would end the record: another control character has the same fault.
      buffer.append(contentsOf: label.prefix(Self.labelLimit).lazy.map { $0 == UInt8(ascii: "\n") ? 1 : $0 })
    }
    buffer.append(UInt8(ascii: "\n"))
  }
}
