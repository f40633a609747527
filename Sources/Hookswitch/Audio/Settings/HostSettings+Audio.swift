public import HookswitchCore

extension HostSettings {
  /// How audio is carried here; nil: by the providers themselves, and the host only says whose it is.
  public var audio: AudioSettings? {
    get { sound as? AudioSettings }
    set { sound = newValue }
  }
}

extension AudioSettings: HostSoundSettings {
  /// Makes the console of one host.
  package func makeSound(clock: any HostClock, activity: Activity) -> any HostSound {
    AudioConsole(self, clock: clock, activity: activity)
  }
}
