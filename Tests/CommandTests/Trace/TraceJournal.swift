import CallControl
import Foundation
import Hookswitch

/// A journal's file as a host writes it: one outgoing call on line `main`, and a refused one on line `desk`.
struct TraceJournal {
  let scratch: ScratchFolder
  let path: String

  static let call = UUID(uuidString: "6F9619FF-8B86-4011-B42D-00C04FC964FF") ?? UUID()

  init(with more: [JournalRecord] = []) throws {
    scratch = try ScratchFolder()
    path = scratch.url.appendingPathComponent("calls.journal").path
    let file = try JournalFile(path: path)
    file.write(Self.records() + more)
    file.flush()
  }

  func remove() { scratch.remove() }

  static func records() -> [JournalRecord] {
    var roster = Roster()
    roster.entries = [Roster.Entry(id: "loopback", configuration: ProviderConfiguration(), standing: .ready)]
    var main = Line(id: "main", roster: roster)
    var desk = Line(id: "desk", roster: roster)
    var records = [JournalRecord(time: .zero, .opened("main", LinePolicy(), roster))]
    func tell(_ line: inout Line, _ event: LineEvent, at milliseconds: Int64) {
      let time = Instant(nanoseconds: milliseconds * 1_000_000)
      records.append(JournalRecord(time: time, .received(line.id, event, line.receive(event, at: time))))
    }
    func start(_ provider: ProviderID, _ call: CallID, _ id: UInt64) -> LineEvent {
      let details = StartDetails(handle: Handle(parsing: "tel:5550100"))
      let request = CallRequest(
        id: RequestID(rawValue: id), origin: .user, body: .transaction([.start(call, provider: provider, details)]))
      return .request(request, RequestFacts())
    }
    tell(&main, start("loopback", call, 1), at: 0)
    if let command = commandSent(records) { tell(&main, .fulfilled("loopback", command), at: 3) }
    tell(&main, .report("loopback", call, .connected, at: nil), at: 4500)
    records.append(JournalRecord(time: Instant(nanoseconds: 5_000_000_000), .opened("desk", LinePolicy(), roster)))
    tell(&desk, start("nobody", UUID(uuidString: "00000000-0000-4000-8000-000000000002") ?? UUID(), 2), at: 5000)
    tell(&main, .report("loopback", call, .ended(.remoteEnded, nil), at: nil), at: 9000)
    return records
  }

  private static func commandSent(_ records: [JournalRecord]) -> CommandRef? {
    for record in records {
      guard case .received(let line, _, let effects) = record.body else { continue }
      for case .send(_, let command) in effects {
        return CommandRef(line: line, id: command.id, call: command.call, kind: command.kind)
      }
    }
    return nil
  }

  /// Replaces a text in the file, which must contain it.
  func tamper(_ old: String, _ new: String) throws {
    let text = try text()
    guard text.contains(old) else { throw NothingToTamper(text: old) }
    try Data(text.replacing(old, with: new).utf8).write(to: URL(fileURLWithPath: path))
  }

  func text() throws -> String { String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self) }

  struct NothingToTamper: Error {
    var text: String
  }
}
