import Testing

@testable import CallAudio

/// Collects a device's events for `await`; suites that use it have a time limit.
final class DeviceEvents: Sendable {
  private let stream: AsyncStream<AudioDeviceEvent>
  let post: @Sendable (AudioDeviceEvent) -> Void

  init() {
    let (stream, continuation) = AsyncStream<AudioDeviceEvent>.makeStream()
    self.stream = stream
    post = { continuation.yield($0) }
  }

  /// Waits for the next change to a state that `fits`.
  @discardableResult
  func state(_ fits: (AudioDeviceState) -> Bool) async -> AudioDeviceState {
    for await event in stream {
      if case .changed(let state) = event, fits(state) { return state }
    }
    return .closed
  }

  /// Waits until the device uses a path that `fits`.
  @discardableResult
  func path(_ fits: (AudioPath) -> Bool = { _ in true }) async -> AudioPath? { await state { $0.path.map(fits) ?? false }.path }

  /// Waits until the device is absent, and returns the reason.
  func absence() async -> String {
    if case .absent(let reason) = await state({ if case .absent = $0 { true } else { false } }) { reason } else { "" }
  }
}
