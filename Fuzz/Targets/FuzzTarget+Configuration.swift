internal import HostConfiguration

@testable internal import HookswitchCLI

extension FuzzTarget {
  /// Reads a configuration file of `hookswitch run`.
  static let configuration = FuzzTarget(name: "configuration") { bytes in
    let first = Result { try RunConfigReader.read(bytes, file: "fuzz.json", folder: "/nowhere/") }
    let second = Result { try RunConfigReader.read(bytes, file: "fuzz.json", folder: "/nowhere/") }
    switch (first, second) {
    case (.success(let a), .success(let b)): precondition(a == b, "one text, two configurations")
    case (.failure(let a), .failure(let b)): precondition("\(a)" == "\(b)", "one text, two errors")
    default: preconditionFailure("one text is both a configuration and an error")
    }
  }
}
