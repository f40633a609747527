internal import CallControl
internal import HookswitchCore
internal import Locking

/// One observer's feed of a line's audio: the present state, then every change.
final class AudioFeed: AudioWatcher {
  let line: LineID
  let mailbox: Mailbox<LineAudio>
  private let hub: AudioStateHub
  /// Weak, since the host's hub keeps the feed.
  private weak let core: HostCore?
  private let shown = Locked<LineAudio?>(nil)

  init(_ core: HostCore, line: LineID, limit: Int) {
    self.line = line
    mailbox = Mailbox(limit: limit, tellsLag: false)
    hub = core.audioStates
    self.core = core
    hub.add(self)
    look()
  }

  func audioChanged(_ line: LineID) {
    if line == self.line { look() }
  }

  /// Reads the state, and delivers it if it changed.
  private func look() {
    guard let core else { return }
    // Read inside the lock, so that of two concurrent readers the later one delivers last; nothing calls out from here.
    shown.withLock { shown in
      let state = core.audio(of: line)
      guard state != shown else { return }
      shown = state
      mailbox.put(state)
    }
  }

  func stop() {
    hub.remove(self)
    mailbox.close()
  }
}
