extension AbsentTest {
  private static let isolation = "the isolation of transports"

  /// All tests that do not exist yet.
  static let all: [AbsentTest] = [
    AbsentTest("iso.parity", "A run in a process of its own reports the same as one in the host's", waitingFor: isolation),
    AbsentTest("iso.crash", "A transport's process that dies ends its calls, and the host lives", waitingFor: isolation),
    AbsentTest("iso.hang", "A transport's process that spins is ended, and the host lives", waitingFor: isolation),
    AbsentTest("iso.exit", "A transport's process that exits ends its calls, and the host lives", waitingFor: isolation),
  ]
}
