// The rows of the table about calls, requests and audio.

extension HostSurface {
  static let callList = MethodDeclaration.query(
    .observe, "Returns the live calls of a line, or of all lines.",
    [.may("line", .text)],
    .members([.need("calls", list: .call)]))
  static let callGet = MethodDeclaration.query(.observe, "Returns a live call.", [.need("call", .callRef)], .type(.call))
  static let callStart = MethodDeclaration.request(
    "Starts an outgoing call.",
    [
      .need("handle", .handleArg), .may("provider", .text), .may("line", .text, "main"), .may("call", .uuid), .may("video", .bool, false),
      .may("contact", .text),
    ])
  static let callAnswer = MethodDeclaration.request(
    "Answers a ringing call.",
    [.need("call", .callRef), .may("choice", .answerChoice, "automatic")])
  static let callEnd = MethodDeclaration.request(
    "Ends or declines a call, or its whole group.",
    [.need("call", .callRef), .may("group", .bool, false)])
  static let callHold = MethodDeclaration.request("Holds the group of a call.", [.need("call", .callRef)])
  static let callResume = MethodDeclaration.request("Resumes the group of a call.", [.need("call", .callRef)])
  static let callSwap = MethodDeclaration.request(
    "Holds the front group and resumes the most recently held one.",
    [.may("line", .text, "main")])
  static let callMerge = MethodDeclaration.request("Joins the groups of the named calls.", [.need("calls", list: .callRef)])
  static let callSplit = MethodDeclaration.request("Takes a call out of its group.", [.need("call", .callRef)])
  static let callSetMuted = MethodDeclaration.request("Mutes or unmutes a call.", [.need("call", .callRef), .need("muted", .bool)])
  static let callPlayDTMF = MethodDeclaration.request(
    "Sends tones.", [.need("call", .callRef), .need("digits", .text, limit: digitsLimit)])
  static let callContinueDTMF = MethodDeclaration.request("Continues tones after a pause that waits.", [.need("call", .callRef)])
  static let callTransfer = MethodDeclaration.request(
    "Transfers a call to a handle or to another call.",
    [.need("call", .callRef), .may("handle", .handleArg), .may("to", .callRef)])
  static let callDeflect = MethodDeclaration.request(
    "Sends a ringing call on to another handle.",
    [.need("call", .callRef), .need("handle", .handleArg)])
  static let callDecideTransfer = MethodDeclaration.request(
    "Grants or denies a far end's transfer request.",
    [.need("call", .callRef), .need("accept", .bool)])
  static let callPerform = MethodDeclaration.request(
    "Performs several actions as one transaction.",
    [.need("actions", list: .action), .may("line", .text, "main"), .may("provider", .text)])
  static let callSilence = MethodDeclaration.change(.control, "Stops the tone of a ringing call.", [.need("call", .callRef)], .type(.call))
  static let callPressButton = MethodDeclaration.change(
    .control, "Presses the button that the call's provider declared; the provider is told.", [.need("call", .callRef)], .type(.call))
  static let callRecord = MethodDeclaration.change(
    .control, "Records a call, or its group, to a file.",
    [.need("call", .callRef), .may("file", .text), .may("group", .bool, false)],
    .type(.recording))
  static let callStopRecording = MethodDeclaration.change(
    .control, "Ends the recording of a call.",
    [.need("call", .callRef)],
    .type(.recording))
  static let callStatistics = MethodDeclaration.query(
    .observe, "Returns a transport's measurements of a call.",
    [.need("call", .callRef), .may("level", .int, 1)],
    .members([.need("statistics", .object)]))
  static let requestGet = MethodDeclaration.query(
    .observe, "Returns a request of the last 10 minutes.",
    [.need("request", .int)],
    .type(.request))
  static let requestWait = MethodDeclaration.query(
    .observe, "Returns a request when it is performed or has failed.",
    [.need("request", .int), .may("timeout", .seconds, 30)],
    .type(.request))
  static let audioGet = MethodDeclaration.query(
    .observe, "Returns the state of a line's audio.",
    [.may("line", .text, "main")],
    .type(.lineAudio))
  static let audioSetRoute = MethodDeclaration.change(
    .control, "Chooses the route of a line's audio.",
    [.may("line", .text, "main"), .need("route", .text)],
    .type(.lineAudio))

  /// The largest number of digits in one request.
  static let digitsLimit = 512
}
