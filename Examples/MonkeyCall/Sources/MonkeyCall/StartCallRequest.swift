import Hookswitch

// Requests from outside the app: links of its scheme, and activities of other programs.
extension StartCallRequest {
  /// The app's scheme: `monkeycall://koko`.
  static let scheme = "monkeycall"
  /// The kind of the activity for a call with audio.
  static let activityType = "start-audio-call"

  /// Reads a link; nil for any other link.
  init?(link: String) {
    guard let request = try? StartCallRequest(url: link, scheme: Self.scheme), !request.handle.value.isEmpty else { return nil }
    self = request
  }

  /// Reads an activity: `start-audio-call {"handle": "koko"}`; nil for any other activity.
  init?(activity: String) {
    let parts = activity.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[0] == Self.activityType, let request = try? StartCallRequest(json: String(parts[1])) else { return nil }
    self = request
  }
}
