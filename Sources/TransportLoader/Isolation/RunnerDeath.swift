internal import Glibc
internal import RunnerChannel

/// The end of a transport's process, as people read it.
public struct RunnerDeath: Hashable, Sendable, CustomStringConvertible {
  /// The cause of the end.
  public enum Cause: Hashable, Sendable {
    /// A signal ended it.
    case signal(Int32)
    /// It ended with this exit code.
    case exit(Int32)
    /// It ended, and another part of the program has taken the reason.
    case unknown
    /// It sent something that an intact one does not send; the host ended it.
    case protocolFault(String)
    /// It did not answer in time; the host ended it.
    case silence
    /// It closed its connection to the host; the host ended it.
    case closed
    /// Another instance of it was lost while the version before still had calls; the host ended it.
    case withdrawn
  }

  /// The exit code of a process whose plugin function has not returned in time.
  package static let lateCode: Int32 = 71
  /// The exit code of a process that says more than the host takes.
  package static let overflowCode: Int32 = 75

  /// The cause.
  public var cause: Cause
  /// The plugin function that ran last, by its name in the contract; nil when none ran.
  public var function: String?
  /// The number of the provider's calls that ended with it.
  public var calls: Int
  /// The place of the crash as the file and the offset in it, such as `bad.so+0x1a2f`; nil when it is not known.
  public var place: String?

  /// Makes the end of a process.
  public init(_ cause: Cause, in function: String? = nil, calls: Int = 0, place: String? = nil) {
    self.cause = cause
    self.function = function
    self.calls = calls
    self.place = place
  }

  /// The end in one line.
  public var description: String {
    let place = function.map { " in \($0)" } ?? ""
    let what =
      switch cause {
      case .signal(let number): Self.name(ofSignal: number) + place
      case .exit(Self.lateCode), .silence: (function ?? "its process") + " did not return in time"
      case .exit(Self.overflowCode): "it says more than can be heard"
      case .exit(let code): "its process ended with code \(code)\(place)"
      case .unknown: "its process ended\(place)"
      case .closed: "it closed its connection\(place)"
      case .withdrawn: "another provider of the new version was lost, and the old one has taken over again"
      case .protocolFault(let sentence): "it broke the protocol: \(sentence)"
      }
    let ended = calls == 0 ? "" : calls == 1 ? ", 1 call ended" : ", \(calls) calls ended"
    return what + ended + (self.place.map { ", \($0)" } ?? "")
  }

  /// The name of a signal, such as SIGSEGV.
  private static func name(ofSignal number: Int32) -> String {
    let names: [Int32: String] = [
      SIGHUP: "SIGHUP", SIGINT: "SIGINT", SIGQUIT: "SIGQUIT", SIGILL: "SIGILL", SIGTRAP: "SIGTRAP", SIGABRT: "SIGABRT", SIGBUS: "SIGBUS",
      SIGFPE: "SIGFPE", SIGKILL: "SIGKILL", SIGSEGV: "SIGSEGV", SIGPIPE: "SIGPIPE", SIGALRM: "SIGALRM", SIGTERM: "SIGTERM",
      SIGXCPU: "SIGXCPU", SIGXFSZ: "SIGXFSZ", SIGSYS: "SIGSYS",
    ]
    return names[number] ?? "signal \(number)"
  }
}

extension RunnerDeath.Cause {
  init(_ end: ProcessDescriptor.End) {
    self =
      switch end {
      case .exit(let code): .exit(code)
      case .signal(let number): .signal(number)
      case .unknown: .unknown
      }
  }
}
