// The D-Bus interfaces of lines and calls.

extension BusInterface {
  /// A line.
  package static let line = BusInterface(
    name: "org.hookswitch.Line1", isImplementedByPrograms: false,
    methods: [
      .method("Swap", .row(.callSwap), of: "line", .into("options", "a{sv}", .members), .out("request", "t")),
      .method("SetRoute", .row(.audioSetRoute), of: "line", .into("route", "s")),
    ],
    signals: [],
    properties: [
      .property("Name", "s", .line, "line", changes: .never),
      .property("Revision", "t", .line, "revision"),
      .property("FrontGroup", "t", .line, "front"),
      .property("Calls", "ao", .line, "calls"),
      .property("AudioOwners", "as", .line, "audioOwners"),
      .property("AudioReason", "s", .line, "audioReason"),
      .property("Route", "s", .lineAudio, "route"),
      .property("Routes", "as", .lineAudio, "routes"),
      .property("DoNotDisturb", "b", .line, "doNotDisturb"),
    ])

  /// A call.
  package static let call = BusInterface(
    name: "org.hookswitch.Call1", isImplementedByPrograms: false,
    methods: [
      .method("Answer", .row(.callAnswer), of: "call", .into("choice", "s"), .into("options", "a{sv}", .members), .out("request", "t")),
      .method("End", .row(.callEnd), of: "call", .into("group", "b"), .into("options", "a{sv}", .members), .out("request", "t")),
      .method("Hold", .row(.callHold), of: "call", .into("options", "a{sv}", .members), .out("request", "t")),
      .method("Resume", .row(.callResume), of: "call", .into("options", "a{sv}", .members), .out("request", "t")),
      .method("Split", .row(.callSplit), of: "call", .into("options", "a{sv}", .members), .out("request", "t")),
      .method("SetMuted", .row(.callSetMuted), of: "call", .into("muted", "b"), .into("options", "a{sv}", .members), .out("request", "t")),
      .method("PlayDTMF", .row(.callPlayDTMF), of: "call", .into("digits", "s"), .into("options", "a{sv}", .members), .out("request", "t")),
      .method("ContinueDTMF", .row(.callContinueDTMF), of: "call", .into("options", "a{sv}", .members), .out("request", "t")),
      .method("Transfer", .row(.callTransfer), of: "call", .into("handle", "s"), .into("options", "a{sv}", .members), .out("request", "t")),
      .method(
        "TransferTo", .row(.callTransfer), of: "call", .into("call", "o", .parameter("to")), .into("options", "a{sv}", .members),
        .out("request", "t")),
      .method("Deflect", .row(.callDeflect), of: "call", .into("handle", "s"), .into("options", "a{sv}", .members), .out("request", "t")),
      .method(
        "DecideTransfer", .row(.callDecideTransfer), of: "call", .into("accept", "b"), .into("options", "a{sv}", .members),
        .out("request", "t")),
      .method("Silence", .row(.callSilence), of: "call"),
      .method("Record", .row(.callRecord), of: "call", .into("file", "s"), .into("group", "b"), .out("path", "s")),
      .method("StopRecording", .row(.callStopRecording), of: "call"),
    ],
    signals: [
      .signal("Ended", .call(.ended), .out("reason", "s"), .out("cause", "s"), .out("details", "a{sv}")),
      .signal("DTMFReceived", .call(.dtmf), .out("digits", "s")),
      .signal("TransferRequested", .call(.transferRequested), .out("handle", "s")),
      .signal("ResumeOffered", .call(.resumeOffered)),
    ],
    properties: [
      .property("UUID", "s", .call, "call", changes: .never),
      .property("Line", "o", .call, "line"),
      .property("Provider", "o", .call, "provider"),
      .property("Direction", "s", .call, "direction"),
      .property("State", "s", .call, "state"),
      .property("Group", "t", .call, "group"),
      .property("Handle", "s", .handle, "value"),
      .property("HandleType", "s", .handle, "type"),
      .property("Name", "s", .call, "name"),
      .property("DisplayName", "s", .call, "displayName"),
      .property("Label", "s", .call, "label"),
      .property("LabelSource", "s", .call, "labelSource"),
      .property("Contact", "x", .call, "contact"),
      .property("Image", "s", .contact, "image"),
      .property("Capabilities", "as", .call, "capabilities"),
      .property("Muted", "b", .call, "muted"),
      .property("RemotelyHeld", "b", .call, "remotelyHeld"),
      .property("Waiting", "b", .call, "waiting"),
      .property("Silenced", "b", .call, "silenced"),
      .property("Mixed", "b", .call, "mixed"),
      .property("Transferring", "b", .call, "transferring"),
      .property("Emergency", "b", .call, "emergency"),
      .property("EarlyMedia", "b", .call, "earlyMedia"),
      .property("Recording", "b", .call, "recording"),
      .property("AnswerChoices", "a{ss}", .call, "answerChoices"),
      .property("EndReason", "s", .callEnd, "reason"),
      .property("EndCause", "s", .callEnd, "cause"),
      .property("Began", "s", .call, "began"),
      .property("Started", "s", .call, "started"),
      .property("Connecting", "s", .call, "connecting"),
      .property("Connected", "s", .call, "connected"),
      .property("GroupStart", "s", .call, "groupStart"),
      .property("EndedAt", "s", .call, "ended"),
    ])
}
