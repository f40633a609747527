public import CallControl
internal import Dispatch
internal import FoundationEssentials
internal import StrictJSON

// Block rules, do-not-disturb, and the judge.
extension CallStore {
  // MARK: The judge

  /// Judges a caller by the rules J1 to J8 and N0 to N4; give it to `HostSettings.judge`.
  ///
  /// It reads memory only and takes no lock. A caller's own calls count from the commit of their notes on, about 10 ms later.
  ///
  /// - Parameter question: the caller, the line and the date.
  /// - Returns: the facts for the line's rules.
  public func judge(_ question: CallerQuestion) -> CallerVerdict {
    judgement.judge(question).verdict
  }

  /// Judges a caller and tells each rule's answer, without a call.
  ///
  /// - Parameter question: the caller, the line and the date.
  public func check(_ question: CallerQuestion) -> CallerDecision {
    judgement.judge(question, withSteps: true)
  }

  /// Sets the call directory that the judge asks last (J8); nil for none.
  ///
  /// - Parameter directory: the directory.
  public func setDirectory(_ directory: (any CallerDirectory)?) {
    changeRules { old in
      CallerRules(
        handles: old.handles, blocks: old.blocks, contacts: old.contacts, doNotDisturb: old.doNotDisturb,
        emergencyNumbers: old.emergencyNumbers, directory: directory)
    }
  }

  /// Sets the emergency numbers, whose calls always ring (J2).
  ///
  /// - Parameter numbers: telephone numbers in any spelling.
  public func setEmergencyNumbers(_ numbers: [String]) {
    changeRules { old in
      CallerRules(
        handles: old.handles, blocks: old.blocks, contacts: old.contacts, doNotDisturb: old.doNotDisturb,
        emergencyNumbers: Set(numbers.map { old.handles.normal(Handle(type: .phoneNumber, value: $0)).value }), directory: old.directory)
    }
  }

  private func changeRules(_ change: @Sendable (CallerRules) -> CallerRules?) {
    writer.queue.sync {
      if let new = change(judgement.present) { judgement.set(new) }
    }
  }

  /// The time until which every call rings after an emergency call (J1); nil when it is over.
  public var emergencyCallback: WallTime? {
    judgement.emergencyUntil.flatMap { $0 > settings.now() ? $0 : nil }
  }

  /// Ends the time in which every call rings after an emergency call (J1), since a person said so.
  public func endEmergencyCallback() throws(StoreError) {
    try setEmergency(until: nil)
  }

  /// Compiles the rules anew from the database.
  ///
  /// The reading too runs on the writer's queue: else one that began before another's commit could end after it, and take its rules back.
  func compileRules() {
    let handles = handles
    changeRules { [readers] old in
      try? readers.read { connection throws(SQLiteError) in
        CallerRules(
          handles: handles, blocks: BlockIndex(try BlockTable(connection).all()), contacts: try ContactTable(connection, handles).judged(),
          doNotDisturb: try Self.doNotDisturb(in: connection), emergencyNumbers: old.emergencyNumbers, directory: old.directory)
      }
    }
  }

  private static func doNotDisturb(in connection: Connection) throws(SQLiteError) -> DoNotDisturb {
    let text = try connection.value("SELECT value FROM setting WHERE key = 'doNotDisturb'").text
    return text.flatMap { try? JSONReader.read(Array($0.utf8)).decoded() } ?? DoNotDisturb()
  }

  // MARK: Block rules

  /// Returns all block rules, the oldest first.
  public func blockRules() throws(StoreError) -> [BlockRule] {
    try readers.read { connection throws(SQLiteError) in try BlockTable(connection).all().map(\.rule) }
  }

  /// Adds a block rule, or replaces the effect, the reason and the end of the rule with the same kind and value.
  ///
  /// - Parameter rule: the rule; its id and its time are ignored.
  /// - Returns: the rule as it is stored.
  /// - Throws: `rejected` or `tooLarge` for a value that no rule can have.
  public func addBlockRule(_ rule: BlockRule) throws(StoreError) -> BlockRule {
    let ids = try addBlockRules([rule])
    guard let added = try blockRules().first(where: { $0.id == ids.first }) else {
      throw StoreError(.notFound, "block", "the rule was removed meanwhile")
    }
    return added
  }

  /// Adds block rules, all or none; see `addBlockRule(_:)`.
  ///
  /// - Parameter rules: the rules.
  /// - Returns: the rules' ids, in their order.
  public func addBlockRules(_ rules: [BlockRule]) throws(StoreError) -> [Int64] {
    var drafts: [(rule: BlockRule, key: String)] = []
    for rule in rules {
      var draft = rule
      let (type, key) = try BlockRule.key(rule.kind, rule.value, handles)
      (draft.type, draft.added) = (type, settings.now())
      drafts.append((draft, key))
    }
    let ready = drafts
    let ids = try writer.write { writer throws(SQLiteError) -> [Int64]? in
      let table = BlockTable(writer.connection)
      guard (try table.count()) + Int64(ready.count) <= BlockRule.countLimit else { return nil }
      var ids: [Int64] = []
      for (rule, key) in ready { ids.append(try table.put(rule, key: key)) }
      return ids
    }
    guard let ids else {
      let reason = "there would be more than \(BlockRule.countLimit) rules; remove some"
      throw StoreError(.tooLarge, "block", reason, limit: BlockRule.countLimit)
    }
    compileRules()
    tell(.blocks(ids))
    return ids
  }

  /// Removes a block rule.
  ///
  /// - Parameter id: the rule's number.
  /// - Throws: `notFound` when there is no such rule.
  public func removeBlockRule(_ id: Int64) throws(StoreError) {
    let count = try writer.write(whileFull: true) { writer throws(SQLiteError) in
      try writer.connection.run("DELETE FROM block WHERE id = ?", [.integer(id)])
    }
    guard count > 0 else { throw StoreError(.notFound, "block \(id)", "there is no such rule") }
    compileRules()
    tell(.blocks([id]))
  }

  /// Replaces the exact rules of the configuration (`blocked`); a person's rule about the same party stays.
  ///
  /// - Parameter handles: the blocked parties.
  public func setConfiguredBlocks(_ handles: [Handle]) throws(StoreError) {
    let now = settings.now()
    let comparison = self.handles
    let ids = try writer.write { writer throws(SQLiteError) -> [Int64] in
      let table = BlockTable(writer.connection)
      var ids = try table.removeAll(addedBy: "config")
      let known = Set(try table.all().map(\.key))
      for handle in handles where !known.contains(comparison.key(of: handle)) {
        var rule = BlockRule(.exact, handle.description, addedBy: "config")
        (rule.type, rule.added) = (comparison.normal(handle).type, now)
        ids.append(try table.put(rule, key: comparison.key(of: handle)))
      }
      return ids
    }
    compileRules()
    if !ids.isEmpty { tell(.blocks(ids)) }
  }

  // MARK: Do-not-disturb

  /// The settings of do-not-disturb.
  public var doNotDisturb: DoNotDisturb { judgement.present.doNotDisturb }

  /// Replaces the settings of do-not-disturb.
  ///
  /// - Parameter new: the settings.
  /// - Throws: `rejected` with the member and the reason; nothing is changed.
  public func setDoNotDisturb(_ new: DoNotDisturb) throws(StoreError) {
    try changeDoNotDisturb { $0 = new }
  }

  /// Changes the settings of do-not-disturb; changes of several threads follow one another.
  ///
  /// - Parameter change: changes the present settings; it must not call the store.
  /// - Returns: the new settings.
  /// - Throws: `rejected` with the member and the reason; nothing is changed.
  @discardableResult
  public func changeDoNotDisturb(_ change: @Sendable (inout DoNotDisturb) -> Void) throws(StoreError) -> DoNotDisturb {
    let outcome = try writer.write(whileFull: true) { writer throws(SQLiteError) -> Swift.Result<DoNotDisturb, StoreError> in
      var settings = try Self.doNotDisturb(in: writer.connection)
      change(&settings)
      do throws(StoreError) { try settings.check() } catch { return .failure(error) }
      guard let text = try? JSONValue(encoding: settings).text else {
        return .failure(StoreError(.rejected, "doNotDisturb", "it cannot be written as JSON"))
      }
      try writer.connection.run("INSERT OR REPLACE INTO setting VALUES('doNotDisturb', ?)", [.text(text)])
      return .success(settings)
    }
    let settings = try outcome.get()
    compileRules()
    tell(.doNotDisturb)
    return settings
  }

  /// Returns the reason for which do-not-disturb counts: `on`, `until` or `schedule:NAME`; nil when it does not.
  ///
  /// - Parameters:
  ///   - line: the line.
  ///   - time: the time; nil for now.
  public func doNotDisturbActivity(on line: LineID = .main, at time: WallTime? = nil) -> String? {
    let rules = judgement.present
    return rules.doNotDisturb.activity(at: time ?? settings.now(), on: line, rules.zones)
  }

  /// Returns the next time at which the activity of do-not-disturb may change by itself; nil when it never does.
  ///
  /// Evaluate it anew when the clock is set (`TFD_TIMER_CANCEL_ON_SET`).
  ///
  /// - Parameter time: the time after which to look; nil for now.
  public func nextDoNotDisturbChange(after time: WallTime? = nil) -> WallTime? {
    let rules = judgement.present
    return rules.doNotDisturb.nextChange(after: time ?? settings.now(), rules.zones)
  }

  /// Tells news that belongs to no transaction of the history, after the commits so far.
  func tell(_ news: StoreNews) {
    writer.queue.sync { writer.tell(news) }
  }

  /// Sets the end of J1.
  func setEmergency(until time: WallTime?) throws(StoreError) {
    try writer.write(whileFull: true) { writer throws(SQLiteError) in
      if let time {
        try writer.connection.run("INSERT OR REPLACE INTO setting VALUES('emergencyUntil', ?)", [.text("\(time.milliseconds)")])
      } else {
        try writer.connection.run("DELETE FROM setting WHERE key = 'emergencyUntil'")
      }
    }
    writer.queue.sync { judgement.setEmergency(until: time) }
  }
}
