internal import Hookswitch
internal import HostSurface

/// A command of `hookswitch run`: its word, its operands, its help, its methods, and the function that reads its operands.
///
/// The parser, `help`, the completions and the errors read the table `all`. A new command about one call needs a row here and nothing else;
/// a command of another kind also needs a case of `RunOrder`, and the machine's answer to it in `RunMachine+Commands.swift`.
struct RunCommand: Sendable {
  /// The first word of the command line.
  let word: String
  /// The operands; empty for none.
  let operands: String
  /// The purpose in a few words.
  let meaning: String
  /// A command line as a person may type it.
  let example: String
  /// The methods of the host surface that it calls; empty for a command that the run answers itself.
  let methods: [MethodName]
  /// Reads the operands.
  private let read: @Sendable (inout RunOperands) throws(RunCommandError) -> RunOrder

  private init(
    _ word: String, _ operands: String, _ meaning: String, _ example: String, _ methods: MethodName...,
    read: @escaping @Sendable (inout RunOperands) throws(RunCommandError) -> RunOrder
  ) {
    (self.word, self.operands, self.meaning, self.example) = (word, operands, meaning, example)
    (self.methods, self.read) = (methods, read)
  }

  /// The word and its operands.
  var synopsis: String { operands.isEmpty ? word : "\(word) \(operands)" }

  /// All commands, in the order of the help.
  static let all = aboutCalls + aboutTransfers + aboutMedia + aboutTheRun

  /// Finds a command by its word.
  static func named(_ word: some StringProtocol) -> RunCommand? { all.first { $0.word == word } }

  private static func known(_ word: String) throws(RunCommandError) -> RunCommand {
    guard let command = named(word) else { throw .unknown(word, among: all.map(\.word)) }
    return command
  }

  /// Parses a command line; nil for an empty line or a comment, which begins with `#`.
  static func parse(_ line: String) throws(RunCommandError) -> RunOrder? {
    var rest = RunOperands(line)
    guard let word = rest.takeAny(), !word.hasPrefix("#") else { return nil }
    let command = try known(word)
    rest.synopsis = command.synopsis
    let order = try command.read(&rest)
    try rest.finish()
    return order
  }

  // MARK: The table

  private static let aboutCalls: [RunCommand] = [
    RunCommand("dial", "PROVIDER HANDLE", "call HANDLE", "dial loopback 5550100", .callStart) { rest throws(RunCommandError) in
      .dial(provider: try rest.take("PROVIDER"), handle: try rest.takeHandle())
    },
    RunCommand(
      "answer", "[CALL] [CHOICE]", "answer; CHOICE: automatic, holdActive, endActive, endHeldAndHoldActive", "answer c2 holdActive",
      .callAnswer
    ) { rest throws(RunCommandError) in
      let (call, choice) = (rest.takeCallIfAny(), try rest.takeChoice())
      return .ask(call, .ringing) { .transaction([.answer($0, choice)]) }
    },
    RunCommand(
      "decline", "[CALL] [REASON [TEXT]]",
      "decline a ringing call; REASON: declined, busy, busyEverywhere; TEXT: a message for the caller", "decline busy Back at five",
      .callEnd, .callPerform
    ) { rest throws(RunCommandError) in
      let (call, decline) = (rest.takeCallIfAny(), try rest.takeDecline())
      return .ask(call, .ringing) { .transaction([.end($0, decline)]) }
    },
    RunCommand("end", "[CALL]", "end a call; a ringing one only when there is no other", "end", .callEnd) { rest throws(RunCommandError) in
      .ask(try rest.takeCall(), .lasting) { .transaction([.end($0)]) }
    },
    RunCommand("hold", "[CALL]", "hold a call and its group", "hold c1", .callHold) { rest throws(RunCommandError) in
      .ask(try rest.takeCall(), .active) { .transaction([.setHeld($0, true)]) }
    },
    RunCommand("resume", "[CALL]", "resume a held call; the front group is held", "resume c1", .callResume) {
      rest throws(RunCommandError) in
      .ask(try rest.takeCall(), .held) { .transaction([.setHeld($0, false)]) }
    },
    RunCommand("swap", "", "hold the front group, resume the call that was held last", "swap", .callSwap) { _ in .swap },
    RunCommand("merge", "[CALL CALL…]", "merge calls: the active and the newest held one, or the named ones", "merge c1 c2", .callMerge) {
      rest throws(RunCommandError) in
      .merge(try rest.takeCalls())
    },
    RunCommand("split", "[CALL]", "take a call out of its group; it becomes the front call alone", "split c1", .callSplit) {
      rest throws(RunCommandError) in
      .ask(try rest.takeCall(), .grouped) { .transaction([.setGroup($0, with: nil)]) }
    },
    RunCommand("mute", "[CALL]", "mute our side of a call", "mute", .callSetMuted) { rest throws(RunCommandError) in
      .ask(try rest.takeCall(), .audible) { .transaction([.setMuted($0, true)]) }
    },
    RunCommand("unmute", "[CALL]", "unmute our side of a call", "unmute", .callSetMuted) { rest throws(RunCommandError) in
      .ask(try rest.takeCall(), .muted) { .transaction([.setMuted($0, false)]) }
    },
    RunCommand(
      "dtmf", "[CALL] DIGITS", "send tones: 0-9 * # A-D, a comma for 2 s, a semicolon to wait for continue", "dtmf c1 1,2#", .callPlayDTMF
    ) { rest throws(RunCommandError) in
      let (call, digits) = (rest.takeCallBeforeLast(), try rest.take("DIGITS"))
      return .ask(call, .active) { .transaction([.playDTMF($0, digits)]) }
    },
    RunCommand("continue", "[CALL]", "send the tones after a semicolon", "continue", .callContinueDTMF) { rest throws(RunCommandError) in
      .ask(try rest.takeCall(), .active) { .continueDTMF($0) }
    },
  ]

  private static let aboutTransfers: [RunCommand] = [
    RunCommand(
      "transfer", "[CALL] HANDLE|CALL", "transfer a call: to a handle, or to the far end of another call", "transfer c1 5550104",
      .callTransfer
    ) { rest throws(RunCommandError) in
      let (call, target) = (rest.takeCallBeforeLast(), try rest.takeTarget("HANDLE or CALL"))
      return .ask(call, .connected, to: target) { .transaction([.transfer($0, $1)]) }
    },
    RunCommand("deflect", "[CALL] HANDLE", "send a ringing call on to a handle, without answering it", "deflect 5550104", .callDeflect) {
      rest throws(RunCommandError) in
      let (call, handle) = (rest.takeCallBeforeLast(), try rest.take("HANDLE"))
      return .ask(call, .ringing, toHandle: handle) { .deflect(to: $0) }
    },
    RunCommand("accept", "[CALL]", "accept a far end's transfer request", "accept", .callDecideTransfer) { rest throws(RunCommandError) in
      .ask(try rest.takeCall(), .connected) { .acceptTransfer($0) }
    },
    RunCommand("refuse", "[CALL]", "refuse a far end's transfer request", "refuse", .callDecideTransfer) { rest throws(RunCommandError) in
      .ask(try rest.takeCall(), .connected) { .refuseTransfer($0) }
    },
  ]

  private static let aboutMedia: [RunCommand] = [
    RunCommand(
      "record", "[CALL] FILE [group]",
      "record a call to a new WAV file: left the audio sent, right the audio received; group: the whole group", "record call.wav group",
      .callRecord
    ) { rest throws(RunCommandError) in
      let asGroup = rest.takeLast("group")
      return .record(rest.takeCallBeforeLast(), file: try rest.take("FILE"), asGroup: asGroup)
    },
    RunCommand("stop", "[CALL]", "stop recording a call", "stop", .callStopRecording) { rest throws(RunCommandError) in
      .stop(try rest.takeCall())
    },
    RunCommand(
      "stream", "[CALL] URL [listen] [control]",
      "connect a call's audio to a program at audiosocket://, ws:// or wss://; listen: it only hears; control: it may steer the call",
      "stream ws://127.0.0.1:8080/agent control", .streamOpen
    ) { rest throws(RunCommandError) in
      let isControlling = rest.takeLast("control")
      let listens = rest.takeLast("listen")
      return .stream(rest.takeCallBeforeLast(), url: try rest.take("URL"), StreamTerms(listens: listens, isControlling: isControlling))
    },
    RunCommand("audio", "", "show the owner and the route of the audio, and the engine's counters", "audio", .audioGet) { _ in
      .audio
    },
    RunCommand(
      "route", "ROUTE|default",
      "change the audio route to speaker, headset, bluetooth … or a device by its name; default: the desktop's choice", "route headset",
      .audioSetRoute
    ) { rest throws(RunCommandError) in
      .route(try rest.takeAll("ROUTE"))
    },
    RunCommand(
      "stats", "[CALL|PROVIDER]", "show the transport's measurements of a call, or its counters: packets, loss, jitter, registration",
      "stats c1", .callStatistics, .providerStatistics
    ) { rest throws(RunCommandError) in
      .stats(rest.takeCallIfAny(), provider: rest.takeAny())
    },
    RunCommand(
      "configure", "PROVIDER SETTINGS", "change a provider's settings, one JSON object: all of it applies or none; existing calls continue",
      #"configure loopback {"max-calls": 3}"#, .providerConfigure
    ) { rest throws(RunCommandError) in
      .configure(provider: try rest.take("PROVIDER"), settings: try rest.takeObject("SETTINGS"))
    },
  ]

  private static let aboutTheRun: [RunCommand] = [
    RunCommand("calls", "", "list the calls", "calls", .callList) { _ in .calls },
    RunCommand(
      "processes", "", "list the processes of transports: state, providers, calls, memory, restarts", "processes", .transportProcesses
    ) { _ in .processes },
    RunCommand(
      "upgrade", "PROVIDER|ID [FILE] [--wait SECONDS] [--drain SECONDS]",
      "change a transport to the version in FILE, or to the one that its file has now; calls go on where both versions can hand them over, "
        + "or end in the old process, which has 600 s for that (--drain)",
      "upgrade loopback --wait 60", .transportUpgrade
    ) { rest throws(RunCommandError) in
      var times = UpgradeTimes()
      times.wait = try rest.takeOption("--wait") ?? times.wait
      times.drain = try rest.takeOption("--drain") ?? times.drain
      return .upgrade(try rest.take("PROVIDER"), file: rest.takeAny(), times)
    },
    RunCommand(
      "wait", "[CALL] STATE|EVENT [SECONDS]", "wait until the newest call is in a state, or for an event; at most 30 s, or SECONDS",
      "wait active 5"
    ) { rest throws(RunCommandError) in
      let call = rest.takeCallIfAny()
      return .wait(try rest.takeAwaited("STATE or EVENT"), call, try rest.takeSeconds())
    },
    RunCommand("help", "[COMMAND]", "show this list, or one command with an example", "help dial") { rest throws(RunCommandError) in
      .help(try rest.takeAny().map { (word) throws(RunCommandError) in try known(word).help } ?? help)
    },
    RunCommand("quit", "", "end all calls and exit", "quit") { _ in .quit },
  ]

  // MARK: Help

  /// The answer to the command `help` about this command.
  var help: String { "\(HelpText.table([(synopsis, meaning)]))\n\nFor example: \(example)" }

  /// The answer to the command `help`: all commands, and an explanation of CALL and HANDLE.
  static let help: String = """
    \(HelpText.table(all.map { ($0.synopsis, $0.meaning) }))

    CALL is c1, c2 … (or 1, 2 …); without one a command takes the newest suitable call. A HANDLE without a scheme is of the \
    provider's first kind.
    """
}

extension RunCommand: Equatable {
  /// Commands differ in their words.
  static func == (a: RunCommand, b: RunCommand) -> Bool { a.word == b.word }
}
