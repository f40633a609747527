/// The values of `does` in the settings: a number's behaviour.
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

/// The values of `when` in the settings: the condition of a forwarding.
enum ForwardingReason: String, CaseIterable {
  case always
  case busy
  case noAnswer = "no-answer"
}
