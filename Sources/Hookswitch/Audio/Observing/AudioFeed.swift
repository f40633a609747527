internal import CallControl
internal import HookswitchCore
internal import Locking

/// One observer's view of a line's audio: how it is, and then how it is each time that it has changed.
final class AudioFeed: AudioWatcher {
  let line: LineID
  let mailbox: Mailbox<LineAudio>
  private let hub: AudioStateHub
  private let shown = Locked<LineAudio?>(nil)

  init(_ core: HostCore, line: LineID, limit: Int) {
    self.line = line
    mailbox = Mailbox(limit: limit, tellsLag: false)
    hub = core.audioStates
    hub.add(self)
    look(core)
  }

  /// Looks again, and delivers what is new.
  func look(_ core: HostCore) {
    // Looked at inside the lock, so that of two who look at once the later one delivers last; nobody is called from here.
    shown.withLock { shown in
      let state = core.audio(of: line)
      guard state != shown else { return }
      shown = state
      mailbox.put(state)
    }
  }

  /// Hears nothing more.
  func stop() {
    hub.remove(self)
    mailbox.close()
  }
}
