/// Parties that something is decided of, by their handles: as they were given, and in their normal forms, which are found at once among many.
struct HandleList: Sendable {
  /// The handles, as they were given.
  private(set) var handles: [Handle] = []
  private var forms: Set<Handle> = []
  /// Those of kinds that have to be looked at one by one.
  private var pairwise: [Handle] = []

  /// Takes handles that `registry` knows how to compare.
  init(_ handles: [Handle], registry: HandleRegistry) {
    for handle in handles { insert(handle, registry: registry) }
  }

  /// Whether a handle names one of the parties.
  func contains(_ handle: Handle, registry: HandleRegistry) -> Bool {
    // Reading a number by the plan of a country costs more than all else that an incoming call does.
    if forms.isEmpty { return false }
    let form = registry.normalized(handle)
    if forms.contains(form) { return true }
    guard !pairwise.isEmpty, let type = registry.type(of: form.type) as? any PairwiseHandleType else { return false }
    return pairwise.contains { $0.type == form.type && type.isSame($0.value, form.value) }
  }

  /// Adds a party.
  mutating func insert(_ handle: Handle, registry: HandleRegistry) {
    let form = registry.normalized(handle)
    handles.append(handle)
    if forms.insert(form).inserted, registry.type(of: form.type) is any PairwiseHandleType { pairwise.append(form) }
  }

  /// Takes a party out, however often and in whatever spelling it was given.
  mutating func remove(_ handle: Handle, registry: HandleRegistry) {
    self = HandleList(handles.filter { !registry.matches($0, handle) }, registry: registry)
  }
}
