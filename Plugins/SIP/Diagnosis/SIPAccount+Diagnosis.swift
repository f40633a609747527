internal import CRTPMedia
internal import TransportKit

extension SIPAccount: DiagnosableTransport {
  /// Describes a call's media, or without a call the account's registration and counters.
  func diagnostics(of call: Call?, level: UInt32) throws(TransportError) -> String {
    guard let call else { return account.text }
    guard let dialog = calls[call] else { throw TransportError(.noSuchCall) }
    var fields = JSONFields()
    fields.add("up", dialog.isUp)
    fields.add("held", dialog.isHeld)
    fields.add("held-by-far-end", dialog.isHeldByFarEnd)
    if let sound = dialog.sound { fields.add("sound", SoundDiagnosis(sound).fields) }
    return fields.text
  }

  private var account: JSONFields {
    var fields = JSONFields()
    fields.add("address", settings.uri)
    fields.add("listens-at", settings.place.host)
    fields.add("port", Int(stack?.port ?? 0))
    fields.add("calls", calls.count)
    fields.add("calls-up", dialogs.values.count(where: \.isUp))
    fields.add("sounds", sounding.count)
    var line = JSONFields()
    line.add("registrar", settings.registrar)
    line.add("wanted", registration.isWanted)
    line.add("registered", registration.isUp)
    line.add("failures", registration.failures)
    fields.add("registration", line)
    if let stack { fields.add("sockets", StackDiagnosis(stack).fields) }
    if let media { fields.add("late-ticks", Int(clamping: crtp_engine_late_ticks(media.pointer))) }
    return fields
  }
}
