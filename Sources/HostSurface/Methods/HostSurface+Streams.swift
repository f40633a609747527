// The methods about streams: a call's sound in another program.
extension HostSurface {
  /// The settings of a stream, which its methods share.
  private static let streamSettings: [FieldDeclaration] = [
    .may("rate", .int), .may("listen", .bool, false), .may("queue", .seconds, 60), .may("live", .bool, false), .may("alone", .bool, false),
    .may("control", .bool, false), .may("endsCall", .bool, false), .may("parameters", .object),
  ]

  static let streamOpen = MethodDeclaration.change(
    .control, "Connects a call's audio to a program at a URL, and answers once it is connected.",
    [.need("call", .callRef), .need("url", .text), .may("token", .text)] + streamSettings,
    .type(.stream))
  static let streamOffer = MethodDeclaration.change(
    .control, "Offers a call's audio to one program on this machine, at a URL that works once, within 30 s.",
    [.need("call", .callRef)] + streamSettings,
    .type(.stream))
  static let streamList = MethodDeclaration.query(
    .observe, "Returns the streams of a call.", [.need("call", .callRef)], .members([.need("streams", list: .stream)]))
  static let streamClose = MethodDeclaration.change(
    .control, "Ends a stream; the call goes on.", [.need("call", .callRef), .need("stream", .int)], .type(.stream))
}
