import Dispatch
import FoundationEssentials
import Glibc
import Hookswitch

/// The app: it makes the parts, hears keys and requests from outside, and shows the screen.
@MainActor final class AppDelegate {
  let clock: any HostClock
  let host: CallHost
  private let network: CommunicationNetwork
  private let directory: CallDirectoryHandler
  let callManager: ActiveCallManager
  private let providerDelegate: ProviderDelegate
  let recents = Recents()
  let terminal = Terminal()
  private let door = RequestDoor()
  private let observer: CallObserver
  var page = ScreenState.Page.idle
  var typed = ""
  private var afterPrompt: (String) -> Void = { _ in }
  var message = ""
  var isDoNotDisturb = false
  private var hasPhoneLine = false
  private var steps: Task<Void, Never>?
  private var changes: Task<Void, Never>?

  /// - Parameter clock: the clock of the host and of the network; a `VirtualClock` moves by the key `.`.
  init(clock: any HostClock) {
    self.clock = clock
    host = CallHost(clock: clock)
    network = CommunicationNetwork(clock: clock)
    directory = CallDirectoryHandler(host: host)
    callManager = ActiveCallManager(host: host)
    providerDelegate = ProviderDelegate(callManager: callManager, network: network, directory: directory, host: host)
    observer = CallObserver(host: host)
  }

  // MARK: the app's life

  /// Begins: the directory is loaded, the door for requests is open, the screen is shown.
  func applicationDidFinishLaunching() {
    directory.beginRequest(with: CallDirectoryHandler.list)
    callManager.report = { [weak self] in self?.refuse($0) }
    providerDelegate.didChange = { [weak self] in self?.show() }
    providerDelegate.didEnd = { [weak self] in self?.note($0, $1) }
    providerDelegate.didPressButton = { [weak self] in self?.tell(BananaButton.sentence(for: $0.name)) }
    door.open { [weak self] text in self?.perform { _ = self?.take(text) } }
    terminal.open { [weak self] in self?.hear($0) }
    changes = Task { [weak self, observer] in
      for await _ in observer.snapshots { self?.show() }
    }
    if !(clock is VirtualClock) { tick() }
    show()
  }

  /// Shows the time as it passes.
  private func tick() {
    DispatchQueue.main.asyncAfter(deadline: .now() + 0.5) { [weak self] in
      MainActor.assumeIsolated {
        self?.show()
        self?.tick()
      }
    }
  }

  /// Ends the calls, gives the terminal back and ends the process.
  private func quit() {
    changes?.cancel()
    Task {
      await host.shutdown()
      terminal.close()
      door.close()
      exit(0)
    }
  }

  // MARK: requests from outside

  /// Takes a link or an activity; false when it requests no call.
  func take(_ text: String) -> Bool { open(text) || continueActivity(text) }

  private func open(_ url: String) -> Bool {
    guard let request = StartCallRequest(link: url) else { return false }
    callManager.startCall(request)
    return true
  }

  private func continueActivity(_ text: String) -> Bool {
    guard let request = StartCallRequest(activity: text) else { return false }
    callManager.startCall(request)
    return true
  }

  // MARK: keys

  var live: [Call] { observer.calls.filter { $0.state != .ending && $0.state != .screening } }
  var ringing: Call? { live.first { $0.state == .ringing } }
  var front: Call? { live.first { $0.state != .ringing && $0.state != .held } }

  /// Handles a key when all before it are done.
  private func hear(_ key: Key) {
    if key == .character("."), let clock = clock as? VirtualClock {
      perform { await clock.advance(by: .seconds(1)) }
    } else {
      perform { [weak self] in self?.press(key) }
    }
  }

  /// Runs one step after the other; with a virtual clock each waits until the host is at rest.
  private func perform(_ step: @escaping @MainActor () async -> Void) {
    let before = steps
    steps = Task {
      await before?.value
      await step()
      if let clock = clock as? VirtualClock { await clock.settle() }
      show()
    }
  }

  private func press(_ key: Key) {
    message = ""
    if key == .end { return quit() }
    if case .prompt = page { return type(key) }
    if case .failed(let name, _) = page {
      page = .idle
      if key == .character("r") { callManager.startCall(StartCallRequest(handle: CallDirectoryHandler.handle(name))) }
      return show()
    }
    guard case .character(let letter) = key else {
      page = .idle
      return show()
    }
    if page == .keypad { return dial(letter) }
    if let ringing, let call = callManager.callWithUUID(ringing.uuid) {
      pressWhileRinging(letter, call)
    } else if live.isEmpty {
      pressWhileIdle(letter)
    } else {
      pressInCall(letter)
    }
    show()
  }

  private func pressWhileIdle(_ letter: Character) {
    switch letter {
    case "c": ask("Whom do you call? koko, louie, kong, caesar or a number") { [self] in call($0) }
    case "r": if let redial = recents.redial { call(redial) } else { tell("There is no call to repeat.") }
    case "p": callPhone()
    case "i": ask("Who calls you? bubbles, koko or a number") { [self] in ring($0) }
    case "n":
      isDoNotDisturb.toggle()
      host.setDoNotDisturb(isDoNotDisturb)
    case "k":
      ask("Whom do you block?") { [self] name in
        host.block(CallDirectoryHandler.handle(name))
        tell("\(name) is blocked.")
      }
    case "q": quit()
    default: break
    }
  }

  private func pressWhileRinging(_ letter: Character, _ call: ActiveCall) {
    let inFront = front.flatMap { callManager.callWithUUID($0.uuid) }
    switch (letter, inFront) {
    case ("d", _): callManager.endCall(call)
    case (" ", nil), ("a", nil): callManager.answer(call)
    case ("h", _): callManager.answer(call, .holdActive)
    case ("e", let inFront?): callManager.end(inFront, andAnswer: call)
    case ("e", nil): callManager.answer(call, .endActive)
    default: break
    }
  }

  private func pressInCall(_ letter: Character) {
    let current = front ?? live.first
    guard let current else { return }
    let call =
      callManager.callWithUUID(current.uuid)
      ?? ActiveCall(
        uuid: current.uuid, handle: current.handle?.value ?? "", isOutgoing: current.isOutgoing, isOnPhoneLine: true)
    switch letter {
    case "m": callManager.setMuted(call, !current.isMuted)
    case "k": (page, typed) = (.keypad, "")
    case "h": current.state == .held ? callManager.removeCallFromOnHold(call) : callManager.placeCallOnHold(call)
    case "s": callManager.swap()
    case "g": callManager.merge(live.map { ActiveCall(uuid: $0.uuid, handle: "", isOutgoing: $0.isOutgoing) })
    case "b": pressBanana(current)
    case "+": ask("Whom do you add? koko, louie, kong, caesar or a number") { [self] in self.call($0) }
    case "p": callPhone()
    case "i": ask("Who calls you? bubbles, koko or a number") { [self] in ring($0) }
    case "x": callManager.endCall(call)
    default: break
    }
  }

  private func pressBanana(_ call: Call) {
    do { try host.pressButton(of: call.uuid) } catch { tell(error.errorDescription ?? error.description) }
  }

  private func dial(_ letter: Character) {
    guard "0123456789*#".contains(letter), let current = front, let call = callManager.callWithUUID(current.uuid) else { return show() }
    typed.append(letter)
    callManager.playDTMF(call, String(letter))
    show()
  }

  // MARK: prompts

  private func ask(_ question: String, _ body: @escaping (String) -> Void) {
    (page, typed, afterPrompt) = (.prompt(question), "", body)
  }

  private func type(_ key: Key) {
    switch key {
    case .character(let letter): typed.append(letter)
    case .delete: typed = String(typed.dropLast())
    case .escape: page = .idle
    case .enter:
      page = .idle
      let text = typed
      if !text.isEmpty { afterPrompt(text) }
    case .end: break
    }
    show()
  }

  // MARK: calls

  private func call(_ name: String) { callManager.startCall(StartCallRequest(handle: CallDirectoryHandler.handle(name))) }

  private func callPhone() {
    do {
      if !hasPhoneLine { try PhoneLine.add(to: host) }
      hasPhoneLine = true
      callManager.startCall(PhoneLine.request)
    } catch {
      tell("The phone line is not installed: \(error)")
    }
  }

  /// Lets a far end call the app.
  private func ring(_ name: String) {
    Task {
      guard let sentence = await providerDelegate.reportIncomingCall(uuid: UUID(), handle: name) else { return show() }
      recents.add(.init(name: name, handle: name, text: "not put through", isOutgoing: false, date: date))
      tell(sentence)
    }
  }

  private func note(_ call: ActiveCall, _ reason: String?) {
    var text = reason ?? "declined"
    if let connected = call.connectedOn { text = Self.length((call.endedOn ?? date).timeIntervalSince(connected)) }
    if call.connectedOn == nil, reason == nil, call.isOutgoing { text = "cancelled" }
    if call.isOutgoing, call.connectedOn == nil, let reason {
      page = .failed(name: call.handle, reason: reason)
      text = "failed"
    }
    recents.add(.init(name: call.label ?? call.handle, handle: call.handle, text: text, isOutgoing: call.isOutgoing, date: date))
  }
}
