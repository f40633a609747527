internal import CSystemd
internal import Glibc
package import HostSurface

/// An entry for the journal of systemd.
package struct SystemdLogEntry: Hashable, Sendable {
  /// The program's name, as `journalctl -t` looks for it.
  static let identifier = "hookswitch"

  private let level: LogLevel
  private let topic: String
  private let message: String
  private var subject: LogSubject

  /// Creates an entry.
  ///
  /// - Parameters:
  ///   - level: the urgency.
  ///   - topic: the topic of the log, such as `socket`; `provider.NAME` names a provider too.
  ///   - message: the sentence for people.
  ///   - subject: the things that the line is about.
  package init(_ level: LogLevel, topic: String, _ message: String, about subject: LogSubject = LogSubject()) {
    (self.level, self.topic, self.message, self.subject) = (level, topic, message, subject)
    let parts = topic.split(separator: ".", maxSplits: 1)
    if parts.count == 2, parts[0] == "provider", subject.provider == nil { self.subject.provider = String(parts[1]) }
  }

  /// The fields, each as `NAME=value` (systemd.journal-fields(7)).
  package var fields: [String] {
    [
      "MESSAGE=\(message)", "PRIORITY=\(priority)", "SYSLOG_IDENTIFIER=\(Self.identifier)", "HOOKSWITCH_TOPIC=\(topic)",
    ] + subject.members.map { "HOOKSWITCH_\($0.name.uppercased())=\($0.value)" }
  }

  /// The level as a number of syslog(3), which has none below debug.
  private var priority: Int32 {
    switch level {
    case .error: LOG_ERR
    case .warning: LOG_WARNING
    case .info: LOG_INFO
    case .debug, .trace: LOG_DEBUG
    }
  }
}

/// The journal of systemd, which keeps the fields of a log line apart.
///
/// Any thread.
package struct SystemdJournal: Sendable {
  private let send: @Sendable ([String]) -> Bool

  /// Creates a journal that passes its entries to a function.
  ///
  /// - Parameter send: receives the fields of an entry; it returns false when the journal did not take them.
  package init(send: @escaping @Sendable ([String]) -> Bool) {
    self.send = send
  }

  /// The journal of this machine while this process's standard error goes there; nil when it goes elsewhere.
  package static var ofStandardError: SystemdJournal? {
    var file = stat()
    guard fstat(STDERR_FILENO, &file) == 0 else { return nil }
    let stream = getenv("JOURNAL_STREAM").map { String(cString: $0) }
    return isStream(stream, device: UInt64(file.st_dev), inode: UInt64(file.st_ino)) ? SystemdJournal(send: sendToSystemd) : nil
  }

  /// Returns true when a file is the journal's stream.
  ///
  /// A program that a service starts inherits the variable although its standard error may go elsewhere, so the numbers count.
  ///
  /// - Parameters:
  ///   - variable: the value of `JOURNAL_STREAM`, `DEVICE:INODE` in decimal (systemd.exec(5)); nil when it is not set.
  ///   - device: the number of the file's device.
  ///   - inode: the file's inode number.
  package static func isStream(_ variable: String?, device: UInt64, inode: UInt64) -> Bool {
    let numbers = variable?.split(separator: ":", omittingEmptySubsequences: false).map { UInt64($0) }
    return numbers == [device, inode]
  }

  /// Writes an entry; returns false when the journal did not take it.
  ///
  /// - Parameter entry: the entry.
  package func write(_ entry: SystemdLogEntry) -> Bool { send(entry.fields) }

  private static func sendToSystemd(_ fields: [String]) -> Bool {
    var bytes = fields.flatMap(\.utf8)
    return bytes.withUnsafeMutableBytes { bytes in
      var start = 0
      let vectors = fields.map { field in
        defer { start += field.utf8.count }
        return iovec(iov_base: bytes.baseAddress?.advanced(by: start), iov_len: field.utf8.count)
      }
      return sd_journal_sendv(vectors, CInt(vectors.count)) >= 0
    }
  }
}
