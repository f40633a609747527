/// Meets candidates, with one read of the stored results and one write of the new ones.
struct ContactRound {
  private let contact: FirstContact
  private var cache = ScanCache()
  private var quarantine: Quarantine
  /// Remarks for the operator, besides those of each candidate.
  private(set) var remarks: [String] = []
  private var saidTrouble = false

  init(_ contact: FirstContact) {
    self.contact = contact
    quarantine = Quarantine(file: contact.quarantineFile)
    if let trouble = quarantine.trouble { remarks.append("the quarantine is treated as empty: \(trouble)") }
    do throws(KeptFile.Failure) {
      if let file = contact.cacheFile { cache = try ScanCache(reading: file) }
    } catch {
      remarks.append("the cache is treated as empty: \(error.sentence)")
    }
  }

  /// Returns the candidates after first contact: with their descriptors, or refused.
  mutating func meet(_ candidates: [TransportCandidate]) -> [TransportCandidate] {
    let keys = candidates.map(\.scanKey)
    let outcomes = scan(unknown(candidates, keys))
    return zip(candidates, keys).map { candidate, key in
      var candidate = candidate
      if let outcome = key.flatMap({ outcome(for: $0, outcomes) }) { candidate.take(outcome) }
      return candidate
    }
  }

  private func outcome(for key: ScanKey, _ outcomes: [ScanKey: ScanOutcome]) -> Result<ScanRecord, TransportRefusal>? {
    if let entry = quarantine[key] { return .failure(entry.refusal) }
    if let record = cache[key] { return .success(record) }
    if contact.helper == .notAsked, let refusal = cache.refusal(of: key) { return .failure(refusal) }
    return switch outcomes[key] {
    case .record(let record)?: .success(record)
    case .refusal(let refusal)?: .failure(refusal)
    case .death?, .unavailable?, nil: nil
    }
  }

  /// Returns the usable candidates as the stored results have them; for a report that runs no code.
  mutating func recall(_ candidates: [TransportCandidate]) -> [TransportCandidate] {
    candidates.map { $0.isUsable ? meet([$0])[0] : $0 }
  }

  /// The quarantine's entry for a candidate's library, if it still holds.
  func quarantineEntry(of candidate: TransportCandidate) -> QuarantineEntry? {
    candidate.scanKey.flatMap { quarantine[$0] }
  }

  /// Writes the results; a failure to write adds a remark.
  mutating func finish() {
    do throws(KeptFile.Failure) {
      if let file = contact.cacheFile { try cache.write(to: file) }
    } catch {
      remarks.append("the cache is not saved: \(error.sentence)")
    }
    if let reason = quarantine.save() { remarks.append("the quarantine is not saved: \(reason)") }
  }

  // MARK: finding out

  /// A library to scan, with the ids of its transports.
  private struct Stranger: Sendable {
    var key: ScanKey
    var file: String
    var identity: FileIdentity?
    var ids: [String]
  }

  private func unknown(_ candidates: [TransportCandidate], _ keys: [ScanKey?]) -> [Stranger] {
    var strangers: [Stranger] = []
    for case (let candidate, let key?) in zip(candidates, keys) where quarantine[key] == nil && cache[key] == nil {
      if let index = strangers.firstIndex(where: { $0.key == key }) {
        strangers[index].ids += [candidate.id].compactMap { $0 }
      } else {
        strangers.append(Stranger(key: key, file: candidate.file, identity: candidate.identity, ids: [candidate.id].compactMap { $0 }))
      }
    }
    return strangers
  }

  private mutating func scan(_ strangers: [Stranger]) -> [ScanKey: ScanOutcome] {
    guard !strangers.isEmpty, let helper = usableHelper() else { return [:] }
    let (patience, mayIsolate, progress, count) = (contact.patience, contact.mayIsolate, contact.progress, strangers.count)
    progress?(0, count)
    let outcomes = SideBySide.map(strangers, tell: { progress?($0, count) }) { stranger in
      ScanProcess(helper: helper, file: stranger.file, patience: patience, identity: stranger.identity, mayIsolate: mayIsolate).run()
    }
    progress?(count, count)
    for (stranger, outcome) in zip(strangers, outcomes) { note(outcome, of: stranger) }
    return Dictionary(zip(strangers.map(\.key), outcomes)) { first, _ in first }
  }

  private mutating func usableHelper() -> String? {
    if let trouble = contact.trouble, !saidTrouble {
      saidTrouble = true
      remarks.append(trouble)
    }
    return saidTrouble ? nil : contact.helperFile
  }

  private mutating func note(_ outcome: ScanOutcome, of stranger: Stranger) {
    switch outcome {
    case .refusal(let refusal): cache.keep(refusal, of: stranger.file, key: stranger.key)
    case .unavailable(let reason):
      if !remarks.contains(reason) { remarks.append(reason) }
    case .record(let record):
      // If the file was replaced meanwhile, the record may be of either file.
      if FileIdentity.of(stranger.file) == stranger.identity { cache.keep(record, of: stranger.file, key: stranger.key) }
    case .death(let death):
      quarantine.put(QuarantineEntry(death, file: stranger.file, ids: stranger.ids, key: stranger.key))
    }
  }
}

extension TransportCandidate {
  /// Takes the descriptor of its code if that agrees with its manifest or note.
  fileprivate mutating func take(_ outcome: Result<ScanRecord, TransportRefusal>) {
    isMet = true
    do throws(TransportRefusal) {
      let record = try outcome.get()
      descriptor = try Agreement(file: file).descriptor(of: self, among: record.descriptors, flags: record.flags)
    } catch {
      status = .refused(error)
    }
  }
}
