public import CallControl
internal import Locking

/// Makes one instance of a loaded transport the delegate of a provider.
///
/// Actions go to the instance; its messages go to the core through `Provider`, one loop turn at a time. When an instance is lost, the
/// provider learns of it (P1), and `restart()` makes another after the host's back-off (P6).
public final class TransportProviderDelegate: ProviderDelegate, TransportInstanceSink {
  /// The transport of its instances.
  public let transport: LoadedTransport

  /// The mutable state, behind a lock that is never held during a callback.
  struct State {
    var provider: Provider?
    var seats = ProviderSeats()
    var configuration: String
    var closings: [@Sendable () -> Void] = []
    /// Learns once whether the instance is active or lost; set while an upgrade begins it.
    var beginning: (@Sendable (TransportLoss?) -> Void)?
    /// True while the line's audio is the provider's.
    var isAudioActive = false
    /// True once the host has closed it for good.
    var isOver = false
    /// True while the host wants the line withdrawn from its network.
    var isWithdrawn = false
    /// True while a restart waits until the line is to be registered again.
    var isPutOff = false
    /// The calls whose audio is attached or being attached.
    var attached: [CallID: Attachment] = [:]
    var audioListener: (@Sendable (TransportAudioEvent) -> Void)?
    /// True while messages are wanted that the settings do not ask for.
    var wantsWire = false
  }

  let settings: TransportSettings
  let state: Locked<State>
  let listener: (@Sendable (TransportMessage) -> Void)?

  /// Prepares an instance; it begins with its provider.
  ///
  /// - Parameters:
  ///   - transport: the instance's transport.
  ///   - configuration: the instance's configuration as one JSON text; empty for all defaults.
  ///   - settings: the instance's time-outs and log level.
  ///   - listener: receives messages for logs and traces, on the instance's thread; it must not block.
  public init(
    _ transport: LoadedTransport, configuration: String = "", settings: TransportSettings = TransportSettings(),
    listener: (@Sendable (TransportMessage) -> Void)? = nil
  ) {
    self.transport = transport
    self.settings = settings
    self.listener = listener
    state = Locked(State(configuration: configuration))
  }

  /// The configuration of a provider of this transport, as far as it is known before an instance runs.
  public static func providerConfiguration(for transport: LoadedTransport) -> ProviderConfiguration {
    var configuration = ProviderConfiguration(localizedName: transport.descriptor.name)
    if !transport.descriptor.handleKinds.isEmpty {
      configuration.supportedHandleTypes = Set(transport.descriptor.handleKinds.map(HandleKinds.kind(of:)))
    }
    configuration.capabilities = CallCapabilities(
      offers: Set(transport.descriptor.capabilities), capabilities: transport.descriptor.capabilities)
    configuration.supportsVideo = transport.descriptor.capabilities.contains("video")
    return configuration
  }

  /// The running instance; nil before the provider began and after a loss.
  ///
  /// While an upgrade drains, it is the instance of the new version.
  public var instance: TransportInstance? { seats.present?.instance }

  /// The extensions that the instance offers and this host supports, for instance `hold`.
  public var offers: Set<String> { seats.present?.offers ?? [] }

  /// The instances at this moment.
  var seats: ProviderSeats { state.withLock { $0.seats } }

  /// Returns the id of an incoming call.
  public func newCall(_ info: TransportCallInfo) -> CallID {
    state.withLock { $0.provider }?.newCall(to: info.calledHandle) ?? .fresh()
  }

  // MARK: life

  /// Begins an instance.
  public func providerDidBegin(_ provider: Provider) {
    state.withLock { $0.provider = provider }
    begin()
  }

  /// Makes a new instance after a loss; does nothing while one runs.
  ///
  /// A withdrawn line has no use for an instance, which would register it at once: the restart waits until the line is to be registered.
  public func restart() {
    let isDue = state.withLock { state in
      guard state.seats.present == nil, !state.isOver else { return false }
      state.isPutOff = state.isWithdrawn
      return !state.isWithdrawn
    }
    if isDue { begin() }
  }

  func begin() {
    guard let provider = state.withLock({ $0.provider }) else { return }
    do throws(TransportLoss) {
      let instance = try TransportInstance(transport, settings: currentSettings, sink: self)
      let configuration = state.withLock { state in
        state.seats.present = ProviderSeat(instance)
        return state.configuration
      }
      // The wish may have changed since the instance was made.
      instance.setWantsWire(currentSettings.wantsWire)
      instance.begin(configuration: configuration)
    } catch {
      if let beginning = state.withLock({ $0.beginning.take() }) { return beginning(error) }
      provider.reportLost(error.transportError)
    }
  }

  /// Forgets all calls and actions, and makes the instances forget them.
  public func providerDidReset(_ provider: Provider) {
    let seats = seats
    seats.present?.instance.reset()
    seats.former?.seat.instance.reset()
    seats.former?.drain.poke()
  }

  /// Ends the instance; active calls have `drainMilliseconds` to end.
  ///
  /// `completion` is called once the instance is gone.
  public func close(drainMilliseconds: UInt32 = 0, completion: @escaping @Sendable () -> Void = {}) {
    state.withLock { $0.isOver = true }
    end(drainMilliseconds: drainMilliseconds, completion: completion)
  }

  /// Ends the instance.
  func end(drainMilliseconds: UInt32, completion: @escaping @Sendable () -> Void) {
    let seats = state.withLock { state in
      if !state.seats.isEmpty { state.closings.append(completion) }
      return state.seats
    }
    if seats.isEmpty { return completion() }
    for instance in [seats.present?.instance, seats.former?.seat.instance] { instance?.close(drainMilliseconds: drainMilliseconds) }
  }

  /// Gives the instance a new configuration, which it takes as a whole or not at all; calls go on (P5).
  ///
  /// The next instance begins with the last configuration that was taken.
  public func apply(configuration: String, deadlineMilliseconds: UInt32, completion: @escaping @Sendable (TransportFault?) -> Void) {
    guard let instance else { return completion(.notRunning) }
    instance.request(.apply(configuration: configuration), deadlineMilliseconds: deadlineMilliseconds) { [self] fault in
      if fault == nil {
        let former = state.withLock { state in
          state.configuration = configuration
          return state.seats.former?.seat.instance
        }
        // It may become the present instance again.
        former?.request(.apply(configuration: configuration), deadlineMilliseconds: deadlineMilliseconds) { _ in }
      }
      completion(fault)
    }
  }

  /// Refreshes the registration of the line, unless it is withdrawn.
  package func refreshRegistration() {
    guard !state.withLock({ $0.isWithdrawn }) else { return }
    instance?.request(.setRegistered(true), deadlineMilliseconds: 30_000) { _ in }
  }

  /// Registers (or refreshes) the line, or unregisters it; the next instances do the same.
  public func setRegistered(_ isRegistered: Bool, deadlineMilliseconds: UInt32, completion: @escaping @Sendable (TransportFault?) -> Void) {
    let isDue = state.withLock { state in
      state.isWithdrawn = !isRegistered
      defer { if isRegistered { state.isPutOff = false } }
      return isRegistered && state.isPutOff
    }
    if isDue { restart() }
    guard let instance else { return completion(.notRunning) }
    instance.request(.setRegistered(isRegistered), deadlineMilliseconds: deadlineMilliseconds, completion)
  }
}

/// A message of a transport for logs and traces.
public enum TransportMessage: Hashable, Sendable {
  /// A message for the log; levels run from 1 (error) to 5 (trace).
  case log(level: UInt32, topic: String, text: String)
  /// A message of a network protocol; the call is nil when it belongs to none.
  case wire(CallID?, isOutgoing: Bool, protocol: String, text: String)
}
