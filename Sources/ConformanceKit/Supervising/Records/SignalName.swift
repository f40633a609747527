/// The names of Linux's signals, by number, as `kill -l` has them.
enum SignalName {
  private static let names = [
    "HUP", "INT", "QUIT", "ILL", "TRAP", "ABRT", "BUS", "FPE", "KILL", "USR1", "SEGV", "USR2", "PIPE", "ALRM", "TERM", "STKFLT",
    "CHLD", "CONT", "STOP", "TSTP", "TTIN", "TTOU", "URG", "XCPU", "XFSZ", "VTALRM", "PROF", "WINCH", "IO", "PWR", "SYS",
  ]

  static func of(_ number: Int32) -> String {
    let index = Int(number) - 1
    return names.indices.contains(index) ? "SIG\(names[index])" : "signal \(number)"
  }
}
