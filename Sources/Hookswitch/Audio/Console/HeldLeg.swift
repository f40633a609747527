internal import CallAudio

/// A call's rings, and who has them: only that one can say that they are free again, whoever has its name by then.
struct HeldLeg: Sendable {
  let leg: AudioLeg
  let carrier: CarrierLane
}
