/// The first contact with a library: the host gets its descriptors without running its code in its own process.
///
/// `hookswitch-helper` loads a new library in a separate process with a time-out of two seconds. The answer is cached until the library or
/// one that it needs changes; a crash is recorded in the quarantine.
public struct FirstContact: Sendable {
  /// The program that runs the code.
  enum Helper: Equatable, Sendable {
    /// This helper program.
    case program(String)
    /// There is no helper in these places, so that manifest, note and the file's bytes decide alone.
    case missing([String])
    /// No helper runs; only stored results are used.
    case notAsked
  }

  var helper: Helper
  var cacheFile: KeptFile?
  var quarantineFile: KeptFile?
  /// The time-out for a library's answer, in milliseconds.
  var patience = 2000
  /// True when libraries may be loaded in separate PID namespaces, where the system allows that.
  var mayIsolate = true
  /// Receives how many of the new libraries have been met, of how many; on any thread.
  ///
  /// The first call has none met, the last all.
  public var progress: (@Sendable (_ met: Int, _ all: Int) -> Void)?
  /// The policy that decides which helper is trusted.
  var policy: TrustPolicy = .current

  /// Returns the usual first contact.
  ///
  /// - Parameter helper: the helper's file; default: the one beside the running program or this library, or in
  ///   `../libexec/hookswitch` from there.
  public static func standard(helper: String? = nil) -> FirstContact {
    let places = helper.map { [$0] } ?? HelperProgram.places()
    let folders = UserFolders.standard
    return FirstContact(
      helper: HelperProgram.find(places).map { .program($0) } ?? .missing(places),
      cacheFile: folders.cache.map { KeptFile(path: $0 + "/hookswitch/transports.json") },
      quarantineFile: folders.state.map { KeptFile(path: $0 + "/hookswitch/quarantine.json") })
  }

  /// Uses stored results, and runs no code.
  public static var remembered: FirstContact {
    var contact = standard()
    contact.helper = .notAsked
    return contact
  }

  /// No first contact: manifest, note and the file's bytes decide alone, and the code runs in the host's process first.
  public static var none: FirstContact { FirstContact(helper: .notAsked, cacheFile: nil, quarantineFile: nil) }

  /// The helper's file; nil when there is none.
  public var helperFile: String? {
    if case .program(let file) = helper { file } else { nil }
  }

  /// The reason why there is no first contact, in one sentence; nil when there is.
  public var trouble: String? {
    switch helper {
    case .notAsked: nil
    case .missing(let places):
      "there is no \(HelperProgram.name) (looked for \(places.joined(separator: ", "))): only manifest, note and the file's bytes decide"
    case .program(let file):
      HelperProgram.distrust(file, policy: policy).map { "\(file) is not run: \($0)" }
    }
  }

  /// The reason why the cache cannot be read, in one sentence; nil when it can.
  public var cacheTrouble: String? {
    do throws(KeptFile.Failure) {
      if let cacheFile { _ = try ScanCache(reading: cacheFile) }
      return nil
    } catch {
      return error.sentence
    }
  }

  /// Runs the code of the library `file` now, without using or storing results.
  func ask(_ file: String) throws(TransportRefusal) -> ScanRecord {
    func refusal(_ kind: TransportRefusal.Kind, _ field: String, _ found: String, _ advice: String) -> TransportRefusal {
      TransportRefusal(kind, file: file, field: field, [.init("scan", found)], advice: advice)
    }
    guard let helperFile, trouble == nil else {
      throw refusal(.unloadable, "scan", trouble ?? "not requested", "install it: only it runs the code of an unknown library")
    }
    switch ScanProcess(helper: helperFile, file: file, patience: patience, mayIsolate: mayIsolate).run() {
    case .record(let record): return record
    case .refusal(let refusal): throw refusal
    case .death(let death):
      throw refusal(
        .quarantined, death.step, death.reason + (death.output.isEmpty ? "" : ", and printed last: \(death.output)"), "fix that function")
    case .unavailable(let reason): throw refusal(.unloadable, "scan", reason, "check the helper")
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
