/// What serves a call's port on the [media] thread: a ``StreamTask``.
///
/// Not `Sendable`, on purpose: the object belongs to the loop. Only the memory behind it is worked on elsewhere, and only while it is attached.
public class MediaTask {
  let memory: StreamMemory
  let type: any MediaStream.Type
  /// What must live as long as the task may run.
  private let keeping: [AnyObject]

  init(_ memory: StreamMemory, _ type: any MediaStream.Type, keeping: [AnyObject]) {
    self.memory = memory
    self.type = type
    self.keeping = keeping
  }
}
