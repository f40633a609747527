/// Where a clip's samples are, for the audio thread.
///
/// `@unchecked Sendable`: the samples never change, and the clip outlives every stream that is told of it.
struct ClipReference: BitwiseCopyable, @unchecked Sendable {
  let start: UnsafePointer<Int16>
  let count: Int32
  /// From where it goes on at its end; `count` if it is over then.
  let loopStart: Int32

  var isEndless: Bool { loopStart < count }
}
