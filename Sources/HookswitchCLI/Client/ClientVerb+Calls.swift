internal import HostSurface
internal import StrictJSON

// The client verbs about calls.
extension ClientVerb {
  private static let callHelp =
    "CALL is the beginning of a call's id, at least 4 characters, or active, held, ringing or newest; hookswitch calls lists the ids."

  private static func callOperand(_ usual: String?) -> VerbOperand {
    VerbOperand("CALL", usual == nil ? .one : .optional, "The call" + (usual.map { " (default \($0))." } ?? "."))
  }

  /// A verb about one call, with nothing but the call and constants.
  private static func call(
    _ name: String, _ method: MethodName, _ summary: String, usual: String, options: [VerbOption] = [],
    _ more: [(name: String, source: Source)] = []
  ) -> ClientVerb {
    ClientVerb(
      name, method, summary, "\(method.declaration.summary) \(callHelp)", operands: [callOperand(usual)], options: options,
      example: VerbExample("hookswitch \(name)", "\(summary) that is \(usual)."),
      [("call", .operand(0, default: usual))] + more)
  }

  static let calls: [ClientVerb] = [
    ClientVerb(
      "dial", .callStart, "Start a call through the daemon",
      "It prints the id of the new call. HANDLE is a number, or a URI such as sip:bob@example.org.",
      operands: [VerbOperand("HANDLE", .one, "The number or URI to call.")],
      options: [
        VerbOption("--provider", value: "PROVIDER", "Call through this provider (default the first that takes the kind of handle)."),
        VerbOption("--line", value: "LINE", "Call on this line (default main)."), VerbOption("--video", "Call with video."),
      ],
      example: VerbExample("hookswitch dial 5550100 --provider home", "Call a number through the provider home."),
      [
        ("handle", .operand(0)), ("provider", .option("--provider")), ("line", .option("--line")), ("video", .flag("--video")),
      ], text: { result, _ in result["call"]?.string }),
    call(
      "answer", .callAnswer, "Answer a call", usual: "ringing",
      options: [
        VerbOption("--hold", "Hold the active call; end none."), VerbOption("--end", "End the active call."),
        VerbOption("--end-held", "End the held call, and hold the active one."),
      ],
      [
        (
          "choice",
          .choice([("--hold", "holdActive"), ("--end", "endActive"), ("--end-held", "endHeldAndHoldActive")])
        )
      ]),
    call("decline", .callEnd, "Decline a call", usual: "ringing"),
    call(
      "end", .callEnd, "End a call", usual: "newest", options: [VerbOption("--group", "End its whole group.")],
      [("group", .flag("--group"))]),
    call("hold", .callHold, "Hold a call", usual: "active"),
    call("resume", .callResume, "Resume a call", usual: "held"),
    ClientVerb(
      "swap", .callSwap, "Swap the active and the held call", MethodName.callSwap.declaration.summary,
      options: [VerbOption("--line", value: "LINE", "The line (default main).")],
      example: VerbExample("hookswitch swap", "Hold the active call and resume the held one."), [("line", .option("--line"))]),
    ClientVerb(
      "merge", .callMerge, "Join calls in one group", "\(MethodName.callMerge.declaration.summary) \(callHelp)",
      operands: [VerbOperand("CALL", .oneOrMore, "The calls, at least two.")],
      example: VerbExample("hookswitch merge active held", "Join the active and the held call."), [("calls", .operands(from: 0))]),
    call("split", .callSplit, "Take a call out of its group", usual: "active"),
    call("mute", .callSetMuted, "Mute our side of a call", usual: "active", [("muted", .constant(true))]),
    call("unmute", .callSetMuted, "Unmute our side of a call", usual: "active", [("muted", .constant(false))]),
    ClientVerb(
      "dtmf", .callPlayDTMF, "Send tones", "A , pauses for 2 seconds, and a ; waits for hookswitch continue. \(callHelp)",
      operands: [VerbOperand("DIGITS", .one, "The tones: 0-9 * # A-D , ;"), callOperand("active")],
      example: VerbExample("hookswitch dtmf 12#", "Send three tones on the active call."),
      [("call", .operand(1, default: "active")), ("digits", .operand(0))]),
    call("continue", .callContinueDTMF, "Continue tones that wait", usual: "active"),
    ClientVerb(
      "transfer", .callTransfer, "Transfer a call",
      "The target is a handle, or with --to another call, whose far ends then speak with each other. \(callHelp)",
      operands: [VerbOperand("HANDLE", .optional, "The handle that the far end shall call."), callOperand("active")],
      options: [VerbOption("--to", value: "CALL", "Connect the far end with that of CALL.")],
      example: VerbExample("hookswitch transfer --to held", "Connect the far ends of the active and the held call."),
      [("call", .operand(1, default: "active")), ("handle", .operand(0)), ("to", .option("--to"))]),
    ClientVerb(
      "deflect", .callDeflect, "Send a ringing call on", "\(MethodName.callDeflect.declaration.summary) \(callHelp)",
      operands: [VerbOperand("HANDLE", .one, "The handle to send it to."), callOperand("ringing")],
      example: VerbExample("hookswitch deflect 5550199", "Send the ringing call to another number."),
      [("call", .operand(1, default: "ringing")), ("handle", .operand(0))]),
    call("accept", .callDecideTransfer, "Grant a far end's transfer request", usual: "active", [("accept", .constant(true))]),
    call("refuse", .callDecideTransfer, "Deny a far end's transfer request", usual: "active", [("accept", .constant(false))]),
    call("silence", .callSilence, "Stop the tone of a call", usual: "ringing"),
    call("press", .callPressButton, "Press the button of a call's provider", usual: "active"),
    ClientVerb(
      "record", .callRecord, "Record a call", "It prints the file. \(callHelp)",
      operands: [callOperand("active"), VerbOperand("FILE", .optional, "A path from the root, or a name in the daemon's folder.")],
      options: [VerbOption("--group", "Record the whole group.")],
      example: VerbExample("hookswitch record active /tmp/call.wav", "Record the active call."),
      [("call", .operand(0, default: "active")), ("file", .operand(1)), ("group", .flag("--group"))],
      text: { result, _ in result["file"]?.string }),
    ClientVerb(
      "stream", .streamOpen, "Connect a call's audio to a program",
      "\(MethodName.streamOpen.declaration.summary) The URL begins with audiosocket://, ws:// or wss://. \(callHelp)",
      operands: [callOperand("active"), VerbOperand("URL", .one, "The address of the program.")],
      options: [
        VerbOption("--listen", "The program only hears."),
        VerbOption("--control", "The program may answer, send digits, transfer and hang up."),
      ],
      example: VerbExample("hookswitch stream active ws://127.0.0.1:8080/agent", "Let an agent talk in the active call."),
      [
        ("call", .operand(0, default: "active")), ("url", .operand(1)), ("listen", .flag("--listen")), ("control", .flag("--control")),
      ],
      text: { result, _ in result["stream"]?.text }),
    call("stop", .callStopRecording, "End the recording of a call", usual: "active"),
  ]
}
