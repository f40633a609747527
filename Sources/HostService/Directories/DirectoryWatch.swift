internal import CLinux
internal import Dispatch
internal import Glibc
internal import Locking

/// A watch on the folders of files (`inotify(7)`): it tells that something in them changed.
final class DirectoryWatch: Sendable {
  private struct State {
    var source: HeldSource?
    var file: CInt = -1
    var folders: [String: CInt] = [:]
  }

  /// The events that may end a change of a file: a write, a new name, and a new time.
  private static let events = UInt32(IN_CLOSE_WRITE | IN_MOVED_TO | IN_ATTRIB | IN_CREATE)

  private let state = Locked(State())
  private let queue: DispatchQueue
  private let changed: @Sendable () -> Void

  /// Creates a watch of no folder.
  ///
  /// - Parameters:
  ///   - queue: the queue of `changed`.
  ///   - changed: is called after events.
  init(on queue: DispatchQueue, changed: @escaping @Sendable () -> Void) {
    (self.queue, self.changed) = (queue, changed)
  }

  /// Watches the folders of these files in place of those before.
  func set(_ files: [String]) {
    let wanted = Set(files.map { String($0[..<($0.lastIndex(of: "/") ?? $0.startIndex)]) + "/" })
    state.withLock { state in
      if state.file < 0, !wanted.isEmpty { open(&state) }
      for (folder, number) in state.folders where !wanted.contains(folder) {
        inotify_rm_watch(state.file, number)
        state.folders[folder] = nil
      }
      // A folder that is missing is watched from the next configuration on.
      for folder in wanted where state.folders[folder] == nil && state.file >= 0 {
        let number = inotify_add_watch(state.file, folder, Self.events)
        if number >= 0 { state.folders[folder] = number }
      }
    }
  }

  private func open(_ state: inout State) {
    let file = inotify_init1(Int32(hookswitch_inotify_flags))
    guard file >= 0 else { return }
    let changed = changed
    let source = DispatchSource.makeReadSource(fileDescriptor: file, queue: queue)
    source.setEventHandler {
      withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 8) { bytes in while read(file, bytes.baseAddress, bytes.count) > 0 {} }
      changed()
    }
    source.setCancelHandler { close(file) }
    source.activate()
    (state.file, state.source) = (file, HeldSource(source))
  }

  /// Ends the watch.
  func cancel() {
    state.withLock { state in
      state.source?.cancel()
      state = State()
    }
  }

  deinit { cancel() }
}
