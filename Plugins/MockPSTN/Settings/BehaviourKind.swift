/// What a number does, as `does` in the settings names it.
enum BehaviourKind: String, CaseIterable {
  case answer
  case ringOut = "ring-out"
  case busy
  case decline
  case reorder
  case unallocated
  case noCircuit = "no-circuit"
  case hangUp = "hang-up"
  case drop
  case elsewhere
  case callBack = "call-back"
  case play
  case speak
  case send
  case echo
  case record
  case conference
  case menu
  case forward
  case congestion
  case testPeer = "test-peer"
}

/// When a number is forwarded, as `when` in the settings names it.
enum ForwardingReason: String, CaseIterable {
  case always
  case busy
  case noAnswer = "no-answer"
}
