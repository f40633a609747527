public import HookswitchCore

extension HostSettings {
  /// The audio settings; nil when the providers carry audio themselves and the host only assigns its owner.
  public var audio: AudioSettings? {
    get { sound as? AudioSettings }
    set { sound = newValue }
  }
}

extension AudioSettings: HostSoundSettings {
  /// Creates the console of a host.
  package func makeSound(clock: any HostClock, activity: Activity) -> any HostSound {
    AudioConsole(self, clock: clock, activity: activity)
  }
}
