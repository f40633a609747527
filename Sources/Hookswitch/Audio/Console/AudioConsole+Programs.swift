internal import CallAudio
internal import CallControl
internal import FoundationEssentials
internal import HookswitchCore
internal import Locking

/// An attached program and its rings.
struct LiveProgram: Sendable {
  let attachment: AudioAttachment
  /// The rings of a program that talks.
  var leg: AudioLeg?
  /// The ring of a program that listens, once its call was connected.
  var tap: RecordingTap?
  /// The carrier of a program that is its call's network.
  var network: ProgramCarrier?
}

extension AudioConsole {
  /// The limits on attachments of a host, and of a call.
  static let attachmentLimits = (host: 4_096, call: 16)

  /// Attaches a program to a call.
  func attach(
    to call: CallID, _ options: AttachmentOptions, whenReadable: (@Sendable () -> Void)?,
    listener: (@Sendable (Int64, AttachmentEvent) -> Void)?
  ) throws(AttachmentError) -> AudioAttachment {
    try options.check()
    guard let snapshot = host?.snapshot(with: call), let shown = snapshot[call], !shown.hasEnded else {
      throw AttachmentError(.unknownCall, call.uuidString, "no call with this id is shown")
    }
    let network = try carrier(of: shown, options)
    let leg = try leg(for: options, call)
    let added = desk.withLock { desk -> Result<AudioAttachment, AttachmentError> in
      if let problem = Self.problem(of: desk, call) { return .failure(problem) }
      desk.programCount += 1
      let attachment = AudioAttachment(
        number: desk.programCount, call: call, options: options, whenReadable: whenReadable, listener: listener
      ) { [weak self] id in self?.take(.detachProgram(id)) }
      desk.programs[attachment.number] = LiveProgram(attachment: attachment, leg: leg, network: network)
      return .success(attachment)
    }
    do throws(AttachmentError) {
      let attachment = try added.get()
      try begin(attachment, leg, network)
      take(
        .attach(
          AttachedProgram(
            id: attachment.number, call: call, mode: options.mode, isAlone: options.isAlone, revision: snapshot.revision), snapshot.line))
      if network != nil { take(.port(call, isThere: true)) }
      return attachment
    } catch {
      if let leg { engine.release(leg) }
      throw error
    }
  }

  /// Checks that a call has audio, and returns the carrier for a program that is to be the call's network.
  private func carrier(of call: Call, _ options: AttachmentOptions) throws(AttachmentError) -> ProgramCarrier? {
    let subject = call.uuid.uuidString
    let present = carrier(call.provider)
    guard call.capabilities.contains(.audio), present != nil || options.mode == .network else {
      throw AttachmentError(.unsupported, subject, "the provider \(call.provider) gives the host no audio of this call")
    }
    guard options.mode == .network else { return nil }
    let made = present == nil ? host?.provider(call.provider).flatMap { CarrierLane(programsOf: $0) } : nil
    // One lock covers the look and the entry: of two simultaneous first programs both get one carrier.
    let lane = desk.withLock { desk in
      desk.carriers[call.provider] = desk.carriers[call.provider] ?? made
      return desk.carriers[call.provider]
    }
    guard let network = lane?.programs else {
      throw AttachmentError(.unsupported, subject, "the provider \(call.provider) carries this call's far end itself")
    }
    if made != nil { take(.carrier(call.provider, isThere: true)) }
    return network
  }

  private static func problem(of desk: Desk, _ call: CallID) -> AttachmentError? {
    if desk.isClosed { return AttachmentError(.unsupported, call.uuidString, "the host has shut down") }
    if desk.programs.count >= attachmentLimits.host {
      return AttachmentError(.limit, call.uuidString, "\(attachmentLimits.host) programs are attached to this host: close one")
    }
    guard desk.programs.values.count(where: { $0.attachment.call == call }) >= attachmentLimits.call else { return nil }
    return AttachmentError(.limit, call.uuidString, "\(attachmentLimits.call) programs are attached to this call: close one")
  }

  /// Returns the rings of a program that talks: at its rate, or at 48 kHz for 24 kHz, which the mixer does not have.
  private func leg(for options: AttachmentOptions, _ call: CallID) throws(AttachmentError) -> AudioLeg? {
    guard options.mode == .talk else { return nil }
    do throws(AudioEngineError) {
      return try engine.makeLeg(AudioRate(rawValue: UInt32(options.rate)) ?? .fullband)
    } catch {
      throw AttachmentError(.limit, call.uuidString, error.description)
    }
  }

  /// Connects an attachment to its rings, and starts the thread for the first one.
  private func begin(_ attachment: AudioAttachment, _ leg: AudioLeg?, _ network: ProgramCarrier?) throws(AttachmentError) {
    if let network, !network.add(attachment) {
      desk.withLock { $0.programs[attachment.number] = nil }
      throw AttachmentError(.unsupported, attachment.call.uuidString, "another program carries the call's far end: close it first")
    }
    do throws(AudioEngineError) {
      if let leg { try attachment.connect(leg) }
      try startProgramThread()
    } catch {
      desk.withLock { $0.programs.removeValue(forKey: attachment.number) }?.network?.remove(attachment)
      throw AttachmentError(.limit, attachment.call.uuidString, error.description)
    }
  }

  private func startProgramThread() throws(AudioEngineError) {
    guard tickSource == .thread else { return }
    let thread = programThread.withLock { thread in
      thread = thread ?? ProgramThread(of: engine) { [weak self] in self?.turnPrograms(at: nil) ?? false }
      return thread
    }
    guard let thread else { throw .thread(11) }
    thread.wake()
  }

  /// Moves the programs' frames once after a tick; false when there is no program.
  func turnPrograms(at time: UInt64?) -> Bool {
    let attachments = desk.withLock { $0.turningAttachments() }
    let time = time ?? engine.now
    for attachment in attachments { attachment.change { $0.turn(at: time) } }
    return !attachments.isEmpty
  }

  /// Releases the rings of an attachment that left the scene.
  func releaseProgram(_ id: Int64) {
    guard let program = desk.withLock({ $0.programs.removeValue(forKey: id) }) else { return }
    release(program)
    if program.network != nil { take(.port(program.attachment.call, isThere: false)) }
  }

  /// Releases the rings of a program.
  ///
  /// The rings of a network are its call's, which are detached as any carrier's.
  private func release(_ program: LiveProgram) {
    program.network?.remove(program.attachment)
    if program.network == nil { program.attachment.change { $0.disconnect() } }
    if let leg = program.leg { engine.release(leg) }
    if let tap = program.tap { engine.release(tap) }
  }

  /// Returns the tap of a listening program at the call's rate; nil when the system provides none.
  func tap(ofListener id: Int64, _ rate: AudioRate) -> RecordingTap? {
    guard let program = desk.withLock({ $0.programs[id] }) else { return nil }
    if let tap = program.tap, tap.ring.rate == rate { return tap }
    guard let tap = try? engine.makeTap(rate) else { return nil }
    do throws(AudioEngineError) {
      try program.attachment.listen(to: tap)
    } catch {
      engine.release(tap)
      return nil
    }
    let isHere = desk.withLock { desk in
      if let old = program.tap { desk.oldTaps.append(old) }
      guard desk.programs[id] != nil else {
        desk.oldTaps.append(tap)
        return false
      }
      desk.programs[id]?.tap = tap
      return true
    }
    return isHere ? tap : nil
  }

  /// Releases the taps that listening programs no longer use.
  func releaseOldTaps() {
    let taps = desk.withLock { desk in
      defer { desk.oldTaps = [] }
      return desk.oldTaps
    }
    for tap in taps { engine.release(tap) }
  }

  /// Ends all attachments, whose host goes.
  func closePrograms() {
    let programs = desk.withLock { desk in
      defer { desk.programs = [:] }
      desk.isClosed = true
      return Array(desk.programs.values)
    }
    for program in programs {
      program.attachment.stop(.detached)
      release(program)
    }
    programThread.withLock { thread in
      defer { thread = nil }
      return thread
    }?.stop()
  }
}
