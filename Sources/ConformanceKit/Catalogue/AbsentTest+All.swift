extension AbsentTest {
  private static let audio = "the extension org.hookswitch.audio/1"
  private static let isolation = "the isolation of transports"

  /// Every row of the table that waits for something.
  static let all: [AbsentTest] = [
    AbsentTest("media.formats", "The list of formats is sane, and a short one can be asked for again", waitingFor: audio),
    AbsentTest("media.attach-cycle", "Audio can be connected and disconnected a hundred times in one call", waitingFor: audio),
    AbsentTest("media.loop-tone", "A tone of 440 Hz comes back: its energy, frequency, and in less than 200 ms", waitingFor: audio),
    AbsentTest("media.rt-safe", "Nothing in a media call allocates, locks or writes", waitingFor: audio),
    AbsentTest("media.starve-flood", "Empty and full rings do no harm, and the counters tell of them", waitingFor: audio),
    AbsentTest("media.bounds", "Nothing outside the slots of a ring is touched", waitingFor: audio),
    AbsentTest("media.detach", "Rings are not touched after detach has returned", waitingFor: audio),
    AbsentTest("media.flush", "After a flush at most one frame of the old is heard", waitingFor: audio),
    AbsentTest("media.hold-silence", "While a call is held or muted no audio goes either way", waitingFor: audio),
    AbsentTest("iso.parity", "A run in a process of its own says the same as one in the host's", waitingFor: isolation),
    AbsentTest("iso.crash", "A transport's process that dies ends its calls, and the host lives", waitingFor: isolation),
    AbsentTest("iso.hang", "A transport's process that spins is ended, and the host lives", waitingFor: isolation),
    AbsentTest("iso.exit", "A transport's process that exits ends its calls, and the host lives", waitingFor: isolation),
  ]
}
