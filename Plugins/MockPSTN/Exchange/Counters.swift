/// What has happened on the line since it was made.
struct Counters {
  var dialed = 0
  var offered = 0
  /// Calls to us that nobody took, since the line was busy or down.
  var turnedAway = 0
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
