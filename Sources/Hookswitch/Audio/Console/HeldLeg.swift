internal import CallAudio

/// A call's rings and the carrier that uses them; only this carrier can release them, even if another has its id by then.
struct HeldLeg: Sendable {
  let leg: AudioLeg
  let carrier: CarrierLane
}
