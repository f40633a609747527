internal import CSIPStack
internal import TransportKit

/// One set of sockets and the thread that serves them, shared by the accounts that listen at the same place.
///
/// Not `Sendable`: all accounts live on one loop (``SIPAccount/descriptor`` says so), and so do the stacks' faces.
final class SIPStack {
  let pointer: OpaquePointer
  let ear: StackEar
  private let place: StackPlace
  private var users = 1
  private var isFinished = false
  /// How many seconds far ends have to answer a BYE, and a registrar the end of a registration.
  private static let patience: UInt32 = 1

  private init(_ pointer: OpaquePointer, _ ear: StackEar, _ place: StackPlace) {
    self.pointer = pointer
    self.ear = ear
    self.place = place
  }

  /// The stacks that are up.
  ///
  /// `unsafe`: only the loop that all accounts of the process share ever looks here; hosts keep to it (`HSW_ENTRY_ONE_LOOP`).
  nonisolated(unsafe) private static var stacks: [StackPlace: SIPStack] = [:]

  /// The stack that listens there; made when it is the first.
  ///
  /// Its messages are traced when that one wants it.
  ///
  /// - Throws: why nobody can listen there, or what the others that do have settled otherwise.
  static func at(_ place: StackPlace, isTraced: Bool) throws(TransportError) -> SIPStack {
    if let stack = stacks[place], stack.users > 0 {
      stack.users += 1
      return stack
    }
    for stack in stacks.values where stack.place == place || stack.place.meets(place) {
      guard stack.users == 0 else { throw stack.place.refusal(of: place) }
      // It is on its way out, with the port that is wanted here.
      stack.finish()
    }
    let ear = StackEar(isTraced: isTraced)
    let context = Unmanaged.passRetained(ear)
    let pointer: OpaquePointer
    do {
      pointer = try place.start(context.toOpaque(), isTraced: isTraced)
    } catch {
      context.release()
      throw error
    }
    let stack = SIPStack(pointer, ear, place)
    stacks[place] = stack
    return stack
  }

  /// Refuses a call that came to an account which had left its stack meanwhile.
  ///
  /// A stack that its last account has left refuses such calls by itself.
  static func reject(_ call: UInt64, heardBy ear: StackEar) {
    guard let stack = stacks.values.first(where: { $0.ear === ear && $0.users > 0 }) else { return }
    csip_reject(stack.pointer, call, 480, nil, nil)
  }

  /// One account less.
  ///
  /// With the last one every dialog is ended on the wire and the sockets are closed, which may take a while for far ends that do not answer:
  /// that account is told by its ``SIPAccount/stackStopped()``, and finishes the stack.
  ///
  /// - Returns: Whether it was the last.
  @discardableResult
  func leave(_ account: Port<SIPAccount>) -> Bool {
    users -= 1
    guard users == 0 else { return false }
    ear.last = account
    csip_shut(pointer, Self.patience)
    return true
  }

  /// Joins the thread, once the last account has left; waits for it where it must.
  func finish() {
    guard !isFinished else { return }
    isFinished = true
    if Self.stacks[place] === self { Self.stacks[place] = nil }
    csip_stop(pointer, Self.patience)
    Unmanaged.passUnretained(ear).release()
  }

  /// Where it listens, as it turned out.
  var port: UInt16 { csip_port(pointer) }
}
