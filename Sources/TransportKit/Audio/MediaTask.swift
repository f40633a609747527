/// A task that serves a call's port on the [media] thread: a ``StreamTask``.
///
/// Not `Sendable`, since the object belongs to the loop. Only its memory is used on the [media] thread, while it is attached.
public class MediaTask {
  let memory: StreamMemory
  let type: any MediaStream.Type
  /// The objects that must live as long as the task may run.
  private let keeping: [AnyObject]

  init(_ memory: StreamMemory, _ type: any MediaStream.Type, keeping: [AnyObject]) {
    self.memory = memory
    self.type = type
    self.keeping = keeping
  }
}
