/// Counts of events since the instance was created.
struct Counters {
  var dialed = 0
  var offered = 0
  /// Calls to us that were not taken, because the line was busy, down or forwarded, or the host refused.
  var turnedAway = 0
  /// Calls that ended because there was no circuit (cause 34).
  var congested = 0
  var digitsHeard = 0
  var lineCuts = 0
  var restarts = 0

  var json: String {
    """
    "dialed":\(dialed),"offered":\(offered),"turned-away":\(turnedAway),"congested":\(congested),"digits-heard":\(digitsHeard),\
    "line-cuts":\(lineCuts),"restarts":\(restarts)
    """
  }
}
