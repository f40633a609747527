internal import CallAudio
public import HookswitchCore

extension AudioAttachment {
  /// Queues a sound file (WAV, or what libsndfile reads), and behind it a mark named by the path.
  ///
  /// The whole file is queued, or nothing of it. Blocks while it reads the file.
  ///
  /// - Parameter path: At most 256 bytes.
  /// - Throws: `AttachmentError`: `file` when it cannot be read; `limit` when the queue has no room for it, or while 1,024 marks wait;
  ///   `stopped`, or `listening`.
  public func play(_ path: String) throws(AttachmentError) {
    try checkName(path)
    let room = try speak { $0.voice.room }
    let samples: [Int16]?
    do throws(AudioDeviceError) {
      samples = try ProgramFile.read(path, hertz: options.rate, limit: room)
    } catch {
      throw AttachmentError(.file, path, error.description)
    }
    // The room may have shrunk while the file was read.
    let isQueued = try speak { state -> Bool in
      guard let samples, state.voice.hasRoomForMark else { return false }
      guard (samples.withUnsafeBufferPointer { state.voice.writeWhole($0) }) else { return false }
      return state.voice.mark(path)
    }
    if !isQueued { throw AttachmentError(.limit, path, "the queue has no room for the file: wait for room, or attach with a longer queue") }
  }
}
