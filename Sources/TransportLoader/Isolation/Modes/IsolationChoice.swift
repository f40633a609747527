/// The choice of the mode of one provider: a pure value.
package struct IsolationChoice: Hashable, Sendable {
  /// The isolation that the provider's entry of the configuration names.
  package var provider: IsolationMode?
  /// The isolation that the configuration names for all providers.
  package var configuration: IsolationMode?
  /// The isolation that the option `--isolation` names.
  package var option: IsolationMode?
  /// The program's default.
  package var usual: IsolationMode

  package init(
    provider: IsolationMode? = nil, configuration: IsolationMode? = nil, option: IsolationMode? = nil, usual: IsolationMode = .inside
  ) {
    (self.provider, self.configuration, self.option, self.usual) = (provider, configuration, option, usual)
  }

  /// The mode, with a sentence for the operator.
  package enum Verdict: Hashable, Sendable {
    case inside(warning: String?)
    case process(warning: String?)
    /// The transport requires a process, and there can be none.
    case refused(reason: String)
  }

  /// The first mode that the operator names, and its place.
  private var operators: (mode: IsolationMode, place: String)? {
    if let provider { return (provider, "the provider's isolation") }
    if let configuration { return (configuration, "the configuration's isolation") }
    return option.map { ($0, "--isolation") }
  }

  /// Decides the mode of a transport.
  ///
  /// The operator overrides the manifest, with a warning.
  ///
  /// - Parameters:
  ///   - manifest: the isolation in the transport's manifest.
  ///   - helperTrouble: the reason why no runner can start; asked only where one is wanted.
  package func verdict(_ manifest: TransportManifest.Isolation, helperTrouble: @autoclosure () -> String?) -> Verdict {
    var warning: String?
    let mode: IsolationMode
    switch (operators, manifest) {
    case (let said?, .never) where said.mode == .process, (let said?, .required) where said.mode == .inside:
      mode = said.mode
      let place = mode == .inside ? "runs inside" : "runs in a process of its own"
      warning = "it \(place): \(said.place) says \(mode.rawValue), although its manifest says \(manifest.rawValue)"
    case (let said?, _): mode = said.mode
    case (nil, .never): mode = .inside
    case (nil, .required): mode = .process
    case (nil, .allowed), (nil, .preferred): mode = usual
    }
    guard mode == .process else { return .inside(warning: warning) }
    guard let trouble = helperTrouble() else { return .process(warning: warning) }
    guard manifest != .required else { return .refused(reason: trouble) }
    return .inside(warning: "it runs inside, because no process can be made for it: \(trouble)")
  }
}
