internal import TransportABI

/// The steps from a judged file to a module that can create instances; each undoes itself when a later one fails.
struct ModuleOpening {
  let library: JudgedLibrary
  /// Receives the name of the next step, for the waiting thread.
  let progress: @Sendable (String) -> Void

  private var path: String { library.path }

  /// Opens the library, negotiates the version, calls `load` and reads the descriptors. [loader]
  func open() throws(TransportRefusal) -> LoadedModule {
    let function = try link()
    var query = hsw_query()
    query.size = UInt32(MemoryLayout<hsw_query>.size)
    query.magic = UInt32(HSW_MAGIC)
    query.major_min = ContractVersion.major
    query.major_max = ContractVersion.major
    query.minor = ContractVersion.minor
    progress("hookswitch_transport_query")
    let status = function(&query)
    guard status == HSW_OK else {
      throw refusal(
        status == HSW_E_VERSION ? .version : .refused, "hookswitch_transport_query", "\(status) \(BorrowedText.read(buffer: query.reason))",
        "0 for version \(ContractVersion.major).\(ContractVersion.minor)", advice: "use a transport for this host's version")
    }
    guard query.chosen_major == ContractVersion.major, query.chosen_minor <= ContractVersion.minor else {
      throw refusal(
        .version, "query.chosen", "\(query.chosen_major).\(query.chosen_minor)", "\(ContractVersion.major).\(ContractVersion.minor)",
        advice: "tell the transport's author: it must choose a version that the host offered")
    }
    let entry = try entry(query.entry)
    try load(entry)
    do throws(TransportRefusal) {
      let descriptors = try descriptors(entry)
      return LoadedModule(
        path: path, identity: library.identity, version: (query.chosen_major, query.chosen_minor), entry: entry, descriptors: descriptors)
    } catch {
      entry.unload?()
      throw error
    }
  }

  private typealias Query = @convention(c) (UnsafeMutablePointer<hsw_query>?) -> hsw_status

  private func link() throws(TransportRefusal) -> Query {
    progress(TransportRefusal.linking)
    // The contract fixes the type of the function with this name.
    return unsafeBitCast(try LinkedLibrary(library).entry, to: Query.self)
  }

  private func entry(_ pointer: UnsafePointer<hsw_entry>?) throws(TransportRefusal) -> hsw_entry {
    guard let pointer else { throw broken("query.entry", "NULL", "a table") }
    guard let entry = GrowingTable.copy(pointer, as: hsw_entry.self, zero: hsw_entry()) else {
      throw broken("entry.size", "\(pointer.pointee.size)", "at least \(MemoryLayout<hsw_entry>.size)")
    }
    let unknown = entry.flags & UInt32(HSW_MUST) & ~UInt32(HSW_ENTRY_ONE_LOOP)
    guard unknown == 0 else { throw broken("entry.flags", "0x" + String(entry.flags, radix: 16), "only flags that this host knows") }
    guard entry.descriptor != nil, entry.load != nil, entry.unload != nil, entry.create != nil else {
      throw broken("entry", "a function that is NULL", "descriptor, load, unload and create")
    }
    guard (1...64).contains(entry.n_descriptors) else { throw broken("entry.n_descriptors", "\(entry.n_descriptors)", "1 to 64") }
    return entry
  }

  private func load(_ entry: hsw_entry) throws(TransportRefusal) {
    progress("load")
    let status = path.withCString { entry.load?(hsw_str(p: $0, n: path.utf8.count)) } ?? HSW_E_NOTSUP
    guard status == HSW_OK else {
      throw refusal(.refused, "load", "\(status)", "0", advice: "see the transport's own documentation")
    }
  }

  private func descriptors(_ entry: hsw_entry) throws(TransportRefusal) -> [TransportDescriptor] {
    progress("descriptor")
    var descriptors: [TransportDescriptor] = []
    for index in 0..<entry.n_descriptors {
      guard let pointer = entry.descriptor?(index) else { throw broken("descriptor(\(index))", "NULL", "a descriptor") }
      do {
        descriptors.append(try TransportDescriptor(pointer))
      } catch {
        throw broken(error.field, error.found, error.wanted)
      }
    }
    guard entry.descriptor?(entry.n_descriptors) == nil else {
      throw broken("descriptor(\(entry.n_descriptors))", "a descriptor", "NULL past the end")
    }
    guard Set(descriptors.map(\.id)).count == descriptors.count else { throw broken("descriptor.id", "the same id twice", "unique ids") }
    return descriptors
  }

  private func broken(_ field: String, _ found: String, _ wanted: String) -> TransportRefusal {
    refusal(.refused, field, found, wanted, advice: "tell the transport's author: it breaks the contract")
  }

  private func refusal(
    _ kind: TransportRefusal.Kind, _ field: String, _ found: String, _ wanted: String, advice: String
  ) -> TransportRefusal {
    TransportRefusal(kind, file: path, field: field, [.init("transport", found), .init("host", wanted)], advice: advice)
  }
}
