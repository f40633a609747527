import CallControl
import Foundation
import Locking

@testable import CallStore

/// A folder for one test, removed with it.
final class TestFolder: Sendable {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "call-store-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  var database: String { path + "/store.sqlite" }
}

/// A wall clock that a test moves.
final class TestClock: Sendable {
  private let milliseconds: Locked<Int64>

  /// Begins on 22 November 2026, a Sunday, at 12:00 UTC.
  init(_ start: Int64 = 1_795_348_800_000) {
    milliseconds = Locked(start)
  }

  var now: WallTime { WallTime(milliseconds: milliseconds.withLock { $0 }) }

  func advance(_ count: Int64) {
    milliseconds.withLock { $0 += count }
  }
}

extension StoreSettings {
  static func with(_ clock: TestClock, days: Int = 365, calls: Int = 10_000, spoolLimit: Int = 64 << 20) -> StoreSettings {
    var settings = StoreSettings()
    (settings.days, settings.calls, settings.spoolLimit) = (days, calls, spoolLimit)
    settings.now = { clock.now }
    return settings
  }
}

extension SpoolRecord {
  /// Returns a record of a call that ended, or is at an earlier step.
  static func of(
    _ step: CallNote.Step, _ call: CallID = CallID(), number: String? = "+12025550100", at time: Int64 = 1_795_348_800_000,
    outcome: CallRecord.Outcome = .missed, isOutgoing: Bool = false
  ) -> SpoolRecord {
    var record = SpoolRecord()
    record.step = step
    record.call = call
    record.isOutgoing = isOutgoing
    record.time = time
    record.began = time
    record.line = "main"
    record.provider = "a"
    record.outcome = outcome.rawValue
    if let number { (record.handleType, record.handle) = ("phoneNumber", number) }
    if outcome == .answered { record.connected = time }
    if step == .ended || step == .refused {
      record.ended = time
      record.reason = EndReason.remoteEnded.rawValue
    }
    return record
  }
}

extension CallStore {
  /// Keeps whole calls, each begun and ended.
  func keep(_ records: [SpoolRecord]) {
    for record in records { writer.note(record) }
    flush()
  }
}

extension Handle {
  static func number(_ value: String) -> Handle { Handle(type: .phoneNumber, value: value) }
}

extension TestFolder {
  static func write(_ text: String, to path: String) throws {
    try text.write(toFile: path, atomically: false, encoding: .utf8)
  }
}
