internal import CConformance

/// Captures the standard output and the standard error of the plugin's process for a while.
package struct OutputTrap: ~Copyable {
  private let diversion: hookswitch_diversion
  private let drain: OpaquePointer

  /// Leads both into the trap.
  package init() throws {
    guard let (diversion, drain) = ExecutorProcess.divertOutput() else {
      throw TestFailure("the plugin's process has no file descriptors left")
    }
    (self.diversion, self.drain) = (diversion, drain)
  }

  /// Restores both, and returns the captured bytes.
  package consuming func open() -> [UInt8] {
    let bytes = ExecutorProcess.restoreOutput(diversion, drain)
    discard self
    return bytes
  }

  deinit { _ = ExecutorProcess.restoreOutput(diversion, drain) }
}
