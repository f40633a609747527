internal import CConformance
internal import Glibc
internal import Locking
internal import TransportLoader

// Files that are opened where the plugin is, and the process there without them.
extension ExecutorProcess {
  /// Runs `body` with a text in memory that the plugin's process reaches.
  private static func withText<Result>(_ text: String, _ body: (UnsafeMutableRawPointer) throws -> Result) rethrows -> Result {
    let bytes = Array(text.utf8.prefix(4000)) + [0]
    return try withRoom(4096) { room in
      room.copyMemory(from: bytes, byteCount: bytes.count)
      return try body(room)
    }
  }

  /// Opens the plugin as a host does, and returns the address of its entry function.
  static func open(_ path: String) throws -> UInt {
    guard isUsed else { return try keptOpen(path) }
    let open: @convention(c) (UnsafePointer<CChar>?, UnsafeMutablePointer<CChar>?, Int) -> UInt = executorOpen
    let count = 4096
    return try withRoom(count) { refusal in
      refusal.initializeMemory(as: CChar.self, repeating: 0, count: count)
      let entry = withText(path) { UInt(call(address(of: open), [word($0), word(refusal), UInt64(count)])) }
      guard entry == 0 else { return entry }
      throw TestFailure(text(in: refusal, count))
    }
  }

  /// Opens a file with dlopen as a careless host does, and returns its handle for `symbol` and `closePlainly`.
  package static func openPlainly(_ path: String) throws -> UInt {
    let open: @convention(c) (UnsafePointer<CChar>?, UnsafeMutablePointer<CChar>?, Int) -> UnsafeMutableRawPointer? =
      hookswitch_harness_open_plainly
    let count = 1024
    return try withRoom(count) { text in
      text.initializeMemory(as: CChar.self, repeating: 0, count: count)
      let handle =
        isUsed
        ? withText(path) { UInt(call(address(of: open), [word($0), word(text), UInt64(count)])) }
        : UInt(bitPattern: open(path, text.assumingMemoryBound(to: CChar.self), count))
      guard handle == 0 else { return handle }
      throw TestFailure("dlopen: \(self.text(in: text, count))")
    }
  }

  /// Returns the address of a symbol of such a file; 0 for none.
  package static func symbol(_ name: String, of handle: UInt) -> UInt {
    let find: @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>) -> UnsafeMutableRawPointer? = dlsym
    guard isUsed else { return UInt(bitPattern: find(UnsafeMutableRawPointer(bitPattern: handle), name)) }
    return withText(name) { UInt(call(address(of: find), [UInt64(handle), word($0)])) }
  }

  /// Closes such a file once.
  package static func closePlainly(_ handle: UInt) {
    let shut: @convention(c) (UnsafeMutableRawPointer) -> CInt = dlclose
    guard isUsed else {
      if let handle = UnsafeMutableRawPointer(bitPattern: handle) { _ = shut(handle) }
      return
    }
    _ = call(address(of: shut), [UInt64(handle)])
  }

  /// Releases one reference to a file that `open` has opened.
  package static func release(entry: UInt) {
    let release: @convention(c) (UInt) -> Void = executorClose
    if isUsed { _ = call(address(of: release), [UInt64(entry)]) } else { release(entry) }
  }

  /// Returns true if any of that file is mapped where the plugin is.
  package static func isMapped(_ path: String) -> Bool {
    var wanted = stat()
    guard stat(path, &wanted) == 0 else { return false }
    return memoryMap.files.contains { file in
      var found = stat()
      return stat(file, &found) == 0 && (found.st_dev, found.st_ino) == (wanted.st_dev, wanted.st_ino)
    }
  }

  // MARK: the process without the plugin

  /// Has a copy of the process exit, and returns the signal that ended it; 0 for none, -1 when there can be no copy.
  package static func exitInCopy() -> CInt {
    let exit: @convention(c) () -> CInt = hookswitch_harness_exit_in_fork
    return isUsed ? CInt(truncatingIfNeeded: call(address(of: exit))) : exit()
  }

  /// Notes the handlers and keys that are there before the plugin.
  package static func beginAfterlife() { run(hookswitch_afterlife_begin) }

  /// Notes the images while the plugin's are among them.
  package static func noteImages() { run(hookswitch_afterlife_loaded) }

  /// Takes the place of the images that are gone, and returns their number.
  package static func goneImages() -> Int {
    let gone: @convention(c) () -> Int = hookswitch_afterlife_gone
    return isUsed ? Int(truncatingIfNeeded: call(address(of: gone))) : gone()
  }

  /// Returns up to `most` things that point into images that are gone.
  package static func danglingThings(_ most: Int) -> [String] {
    let search: @convention(c) (UnsafeMutablePointer<hookswitch_dangling>?, Int) -> Int = hookswitch_afterlife_dangling
    let size = MemoryLayout<hookswitch_dangling>.stride
    return withRoom(most * size) { room in
      let list = room.assumingMemoryBound(to: hookswitch_dangling.self)
      let count = isUsed ? Int(truncatingIfNeeded: call(address(of: search), [word(room), UInt64(most)])) : search(list, most)
      return (0..<min(max(0, count), most)).map { index in
        text(in: room + index * size, size)
      }
    }
  }

  /// Has a copy of the process do an act, and returns its outcome as hookswitch_afterlife_try does, with the signal that ended it.
  package static func tryAfterlife(_ act: UInt32) -> (outcome: CInt, signal: CInt) {
    let attempt: @convention(c) (hookswitch_afterlife_act, UnsafeMutablePointer<CInt>?) -> CInt = hookswitch_afterlife_try
    return withRoom(MemoryLayout<CInt>.size) { room in
      let signal = room.assumingMemoryBound(to: CInt.self)
      let act = hookswitch_afterlife_act(rawValue: act)
      let outcome =
        isUsed ? CInt(truncatingIfNeeded: call(address(of: attempt), [UInt64(act.rawValue), word(room)])) : attempt(act, signal)
      return (outcome, signal.pointee)
    }
  }

  private static func run(_ function: @convention(c) () -> Void) {
    if isUsed { _ = call(address(of: function)) } else { function() }
  }

  /// Returns the text before the NUL in a buffer.
  private static func text(in buffer: UnsafeMutableRawPointer, _ count: Int) -> String {
    String(decoding: UnsafeRawBufferPointer(start: buffer, count: count).prefix { $0 != 0 }, as: UTF8.self)
  }

  /// Returns an address as a word of a call.
  static func word(_ address: UnsafeMutableRawPointer?) -> UInt64 { UInt64(UInt(bitPattern: address)) }
}

/// The files that `open` has opened in this process, by their entries.
private let openedLibraries = Locked<[UInt: LinkedLibrary]>([:])

/// Opens a file as a host does, and keeps it for `executorClose`. [executor]
private func keptOpen(_ path: String) throws -> UInt {
  let library = try LinkedLibrary(path: path)
  openedLibraries.withLock { $0[library.entry] = library }
  return library.entry
}

/// Opens the plugin for good, in the process that has it. [executor]
private func executorOpen(_ path: UnsafePointer<CChar>?, _ refusal: UnsafeMutablePointer<CChar>?, _ room: Int) -> UInt {
  guard let path, let refusal else { return 0 }
  do {
    return try keptOpen(String(cString: path))
  } catch {
    _ = "\(error)".withCString { strncpy(refusal, $0, room - 1) }
    return 0
  }
}

/// Releases one reference to such a file. [executor]
private func executorClose(_ entry: UInt) {
  let library = openedLibraries.withLock { $0[entry] }
  library?.close()
}
