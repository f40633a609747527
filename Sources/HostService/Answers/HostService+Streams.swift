internal import FoundationEssentials
internal import Hookswitch
internal import HookswitchCore
internal import HostSurface
internal import Locking
internal import StrictJSON

#if HOOKSWITCH_SOUND
  package import CallControl
  package import MediaStreams

  // The methods about streams.
  extension HostService {
    /// Lets a program answer the incoming calls of a provider; nil leaves further calls alone.
    package func answerCalls(of provider: ProviderID, with target: StreamTarget?) { streams.answer(callsOf: provider, with: target) }

    /// Connects a call to a program; the answer comes once it is connected, or could not be.
    func openStream(_ parameters: Parameters) async throws(MethodError) -> JSONValue {
      let call = try resolve(parameters.reference("call"))
      let url = parameters.text("url")
      let stream = try attempt(call) { () throws(AttachmentError) in
        try streams.open(for: call, to: url, options(parameters, isAudioSocket: url.lowercased().hasPrefix("audiosocket:")))
      }
      for await event in stream.events {
        switch event.kind {
        case .connected: return Self.json(of: stream)
        case .stopped(let end, let reason):
          let sentence = reason ?? "the stream ended before the program was connected: \(end.rawValue)"
          throw MethodError(.wrongState, sentence, ["what": "stream", "name": .string(url), "reason": .string(end.rawValue)])
        case .audio, .lost: break
        }
      }
      throw MethodError(.wrongState, "the stream was given up", ["what": "stream", "name": .string(url)])
    }

    /// Offers a call to one program on this machine.
    func offerStream(_ parameters: Parameters) throws(MethodError) -> JSONValue {
      let call = try resolve(parameters.reference("call"))
      let stream = try attempt(call) { () throws(AttachmentError) in
        if !streams.isListening { _ = try streams.listen(at: "ws://127.0.0.1:0/media") }
        return try streams.offer(call, options(parameters, isAudioSocket: false))
      }
      return Self.json(of: stream)
    }

    /// Returns the streams of a call.
    func streamList(_ parameters: Parameters) throws(MethodError) -> JSONValue {
      let call = try resolve(parameters.reference("call"))
      return .object(of: ["streams": .array(streams.streams(of: call).map { Self.json(of: $0) })])
    }

    /// Ends a stream of a call.
    func closeStream(_ parameters: Parameters) throws(MethodError) -> JSONValue {
      let call = try resolve(parameters.reference("call"))
      let number = parameters.int("stream")
      guard let stream = streams.streams(of: call).first(where: { $0.number == number }) else {
        throw MethodError(.notFound, "the call has no stream \(number)", ["what": "stream", "name": .string("\(number)")])
      }
      stream.close()
      return Self.json(of: stream)
    }

    /// Reads the settings of a stream.
    private func options(_ parameters: Parameters, isAudioSocket: Bool) -> StreamOptions {
      var audio = AttachmentOptions(
        mode: parameters.bool("listen") ? .listen : .talk, rate: isAudioSocket ? 8_000 : 16_000, queue: parameters.duration("queue"),
        isLive: parameters.bool("live"), isAlone: parameters.bool("alone"))
      if parameters["rate"] != nil { audio.rate = parameters.int("rate") }
      return StreamOptions(
        audio: audio, token: parameters["token"]?.string, parameters: parameters["parameters"]?.text ?? "{}",
        isControlling: parameters.bool("control"), ending: parameters.bool("endsCall") ? .always : .onTerminate)
    }

    /// Runs a function of the streams; its errors become the method's.
    private func attempt<Result>(_ call: CallID, _ body: () throws(AttachmentError) -> Result) throws(MethodError) -> Result {
      do throws(AttachmentError) {
        return try body()
      } catch {
        switch error.code {
        case .unknownCall: throw CallError(.unknownCallUUID, [call]).refusal
        case .invalid: throw Self.invalid("/\(error.subject)", error.advice)
        case .unsupported, .noPort, .listening, .stopped, .limit, .file:
          throw MethodError(.wrongState, error.errorDescription ?? error.description, ["what": "stream", "name": .string(call.uuidString)])
        }
      }
    }

    /// A stream as `Stream`.
    private static func json(of stream: MediaStream) -> JSONValue {
      let (status, audio) = (stream.status, stream.audio)
      let rate = audio?.rate ?? 0
      return .object(of: [
        "stream": .integer(stream.number), "call": .string(stream.call.uuidString), "url": .string(stream.url),
        "state": .string(status.state.rawValue), "rate": .integer(rate), "channels": .integer(stream.channels),
        "position": .integer(audio?.position ?? 0),
        "queued": .seconds(rate > 0 ? .milliseconds((audio?.queued ?? 0) * 1_000 / Int64(rate)) : .zero),
        "sent": .integer(status.sent), "dropped": .integer(status.dropped),
      ])
    }
  }
#else
  extension HostService {
    func openStream(_ parameters: Parameters) async throws(MethodError) -> JSONValue { throw Self.noAudio("stream.open") }
    func offerStream(_ parameters: Parameters) throws(MethodError) -> JSONValue { throw Self.noAudio("stream.offer") }
    func streamList(_ parameters: Parameters) throws(MethodError) -> JSONValue { throw Self.noAudio("stream.list") }
    func closeStream(_ parameters: Parameters) throws(MethodError) -> JSONValue { throw Self.noAudio("stream.close") }
  }
#endif
