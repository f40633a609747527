internal import CTones
internal import TransportKit

/// A DTMF detector, created and freed on the loop and used on the audio thread.
final class DigitEar {
  let detector: OpaquePointer

  /// Creates a detector.
  ///
  /// - Throws: A `TransportError` when there is no memory for it.
  init() throws(TransportError) {
    guard let detector = ctones_dtmf_detector_new(8_000, ctones_dtmf_wide()) else {
      throw TransportError(.outOfMemory, "no memory for a detector of digits")
    }
    self.detector = detector
  }

  deinit { ctones_dtmf_detector_free(detector) }

  /// Passes a frame to the detector, and records the digits that began in it. [media]
  static func hear(_ detector: OpaquePointer, _ samples: UnsafePointer<Int16>, _ count: Int, _ tape: inout DigitTape) {
    withUnsafeTemporaryAllocation(of: ctones_dtmf_event.self, capacity: 4) { events in
      let heard = ctones_dtmf_hear(detector, samples, count, events.baseAddress.unsafelyUnwrapped, 4)
      for index in 0..<min(heard, 4) where events[index].digit != 0 { tape.append(UInt8(bitPattern: events[index].digit)) }
    }
  }
}
