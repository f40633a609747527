/// The address of a clip's samples, for the audio thread.
///
/// `@unchecked Sendable`: the samples never change, and the clip outlives every stream that has the reference.
struct ClipReference: BitwiseCopyable, @unchecked Sendable {
  let start: UnsafePointer<Int16>
  let count: Int32
  /// The sample from which the clip repeats; `count` for a clip that plays once.
  let loopStart: Int32

  var isEndless: Bool { loopStart < count }
}
