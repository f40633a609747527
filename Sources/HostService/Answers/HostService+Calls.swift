internal import CallControl
internal import FoundationEssentials
internal import HookswitchCore
internal import HostSurface
internal import StrictJSON
internal import TransportLoader

// The methods about calls that are no requests.
extension HostService {
  func callList(_ call: MethodCall) -> JSONValue {
    let line = call.parameters.optionalText("line").map { LineID(rawValue: $0) }
    let (clock, recorded, now) = (wallClock, recordings.live, host.clock.now)
    let calls = host.core.snapshots(of: line).flatMap(\.calls).map { live in
      let value = live.json(by: clock, isRecording: recorded.contains(live.uuid))
      return call.isText ? value.adding(live.textMembers(at: now)) : value
    }
    let strays = settings.router?.strays(of: line?.rawValue) ?? []
    return .object(of: ["calls": .array(calls + strays)])
  }

  func callGet(_ parameters: Parameters) throws(MethodError) -> JSONValue { json(of: try liveCall(parameters)) }

  func json(of call: Call) -> JSONValue { call.json(by: wallClock, isRecording: recordings.live.contains(call.uuid)) }

  /// Returns the live call that the parameter `call` names.
  ///
  /// - Throws: `unknownCallUUID` or `ambiguous`.
  func liveCall(_ parameters: Parameters) throws(MethodError) -> Call {
    let id = try resolve(parameters.reference("call"))
    guard let call = host.call(id) else { throw CallError(.unknownCallUUID, [id]).refusal }
    return call
  }

  func silence(_ parameters: Parameters) throws(MethodError) -> JSONValue {
    let call = try liveCall(parameters)
    guard call.state == .ringing else {
      throw MethodError(
        .wrongState, "the call does not ring: it is \(call.state.rawValue)", ["what": "call", "name": .string(call.uuid.uuidString)])
    }
    host.silence(call.uuid)
    return json(of: host.call(call.uuid) ?? call)
  }

  func pressButton(_ parameters: Parameters) throws(MethodError) -> JSONValue {
    let call = try liveCall(parameters)
    do throws(CallError) {
      try host.pressButton(of: call.uuid)
    } catch {
      guard error.code == .notSupported else { throw error.refusal }
      throw MethodError(
        number: MethodError.refused, message: "the provider \"\(call.provider)\" has no button of its own", data: error.json)
    }
    return json(of: call)
  }

  func callStatistics(_ parameters: Parameters) async throws(MethodError) -> JSONValue {
    let call = try liveCall(parameters)
    return try await statistics(of: call.provider, call.uuid, level: parameters.int("level"))
  }

  /// Returns a transport's measurements as the member `statistics`.
  func statistics(of provider: ProviderID, _ call: CallID?, level: Int) async throws(MethodError) -> JSONValue {
    let text: String
    do throws(TransportFault) {
      text = try await host.diagnostics(of: provider, call: call, level: UInt32(clamping: level))
    } catch {
      throw Self.error(error, of: provider)
    }
    guard let value = try? JSONReader.read(Array(text.utf8), limits: JSONLimits(depth: 64)), case .object = value else {
      throw MethodError(
        .internal, "the transport of \(provider) wrote no JSON object",
        ["what": "provider", "name": .string(provider.rawValue), "text": .string(text)])
    }
    return .object(of: ["statistics": value])
  }

  /// Returns the error of a transport that refuses or lacks something.
  static func error(_ fault: TransportFault, of provider: ProviderID) -> MethodError {
    let word: ErrorWord = fault.isUnimplemented ? .wrongState : fault.isUnknownCall ? .notFound : .rejected
    let reason =
      fault.isUnimplemented
      ? "the transport of \(provider) does not offer it"
      : fault.message.isEmpty ? "the transport of \(provider) refuses it with the code \(fault.code)" : fault.message
    return MethodError(
      word, reason,
      [
        "what": "provider", "name": .string(provider.rawValue), "at": .string(""), "reason": .string(reason),
        "fault": .object(of: ["code": .integer(fault.code), "message": fault.message.isEmpty ? nil : .string(fault.message)]),
      ])
  }
}
