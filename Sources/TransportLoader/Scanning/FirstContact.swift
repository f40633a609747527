/// How a host learns what a library's code says of itself without running it in its own process.
///
/// A library that was not met yet is loaded by `hookswitch-helper`, a process that has two seconds to answer. What it answers is kept for as long
/// as neither the library nor one that it needs changes; how it died is kept in the quarantine.
public struct FirstContact: Sendable {
  /// Who runs the code.
  enum Helper: Equatable, Sendable {
    /// This program.
    case program(String)
    /// Nobody: there is no such program in these places, so that manifest, note and the file's bytes decide alone.
    case missing([String])
    /// Nobody: what is known already is used, and nothing is found out.
    case notAsked
  }

  var helper: Helper
  var cacheFile: KeptFile?
  var quarantineFile: KeptFile?
  /// How long a library may be silent, in milliseconds.
  var patience = 2000
  /// Whether libraries may be met in PID namespaces of their own, where the system allows that.
  var mayIsolate = true
  /// Is told how many of the libraries that are new here have been met, of how many; on any thread.
  ///
  /// It is called with no library met when the first is begun, and for the last time with all of them.
  public var progress: (@Sendable (_ met: Int, _ all: Int) -> Void)?
  /// Whose helper is trusted.
  var policy: TrustPolicy = .current

  /// As it is usually done.
  ///
  /// - Parameter helper: the helper's file; by default it is looked for beside the running program and this library, and in `../libexec/hookswitch`
  ///   from there.
  public static func standard(helper: String? = nil) -> FirstContact {
    let places = helper.map { [$0] } ?? HelperProgram.places()
    let folders = UserFolders.standard
    return FirstContact(
      helper: HelperProgram.find(places).map { .program($0) } ?? .missing(places),
      cacheFile: folders.cache.map { KeptFile(path: $0 + "/hookswitch/transports.json") },
      quarantineFile: folders.state.map { KeptFile(path: $0 + "/hookswitch/quarantine.json") })
  }

  /// Uses what was found out before, and runs nothing.
  public static var remembered: FirstContact {
    var contact = standard()
    contact.helper = .notAsked
    return contact
  }

  /// None: manifest, note and the file's bytes decide alone, and the host's process is the first that runs the code.
  public static var none: FirstContact { FirstContact(helper: .notAsked, cacheFile: nil, quarantineFile: nil) }

  /// The helper's file; nil when there is none.
  public var helperFile: String? {
    if case .program(let file) = helper { file } else { nil }
  }

  /// Why there is no first contact, in one sentence; nil when there is.
  public var trouble: String? {
    switch helper {
    case .notAsked: nil
    case .missing(let places):
      "there is no \(HelperProgram.name) (looked for \(places.joined(separator: ", "))): manifest, note and the file's bytes decide alone"
    case .program(let file):
      HelperProgram.distrust(file, policy: policy).map { "\(file) is not run: \($0)" }
    }
  }

  /// Where what libraries said is kept, and why that cannot be read, if it cannot.
  public var cacheTrouble: String? {
    do throws(KeptFile.Failure) {
      if let cacheFile { _ = try ScanCache(reading: cacheFile) }
      return nil
    } catch {
      return error.sentence
    }
  }

  /// Asks the code of the library `file` now, whatever is kept of it, and keeps nothing.
  func ask(_ file: String) throws(TransportRefusal) -> ScanRecord {
    func refusal(_ kind: TransportRefusal.Kind, _ field: String, _ found: String, _ advice: String) -> TransportRefusal {
      TransportRefusal(kind, file: file, field: field, [.init("scan", found)], advice: advice)
    }
    guard let helperFile, trouble == nil else {
      throw refusal(.unloadable, "scan", trouble ?? "not asked for", "install it: only it runs the code of a library that is not known yet")
    }
    switch ScanProcess(helper: helperFile, file: file, patience: patience, mayIsolate: mayIsolate).run() {
    case .record(let record): return record
    case .refusal(let refusal): throw refusal
    case .death(let death):
      throw refusal(
        .quarantined, death.step, death.reason + (death.output.isEmpty ? "" : ", and printed last: \(death.output)"), "mend that function")
    case .unavailable(let reason): throw refusal(.unloadable, "scan", reason, "see to the helper")
    }
  }

  /// Meets one candidate.
  func meet(_ candidate: TransportCandidate) -> TransportCandidate {
    var round = ContactRound(self)
    let met = round.meet([candidate])[0]
    round.finish()
    return met
  }
}
