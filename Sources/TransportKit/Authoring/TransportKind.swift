internal import TransportABI

/// A kind of transport that this library offers, read at the host's first query.
struct TransportKind: Sendable {
  let type: any Transport.Type
  let descriptor: TransportDescriptor
  /// The extensions that its type offers.
  let offers: [Extension]
  let table: Static<hsw_descriptor>
  /// The configuration's schema, if there is one.
  let schema: Static<hsw_str>?
  /// The strings of the table and the schema.
  private let texts: StaticText

  init(_ type: any Transport.Type) {
    let descriptor = type.descriptor
    let offers = Extension.all.filter { $0.isOffered(type) } + [Extension.handover(of: type)].compactMap(\.self)
    let texts = StaticText()
    let capabilities = descriptor.media + offers.map(\.name)
    var table = hsw_descriptor()
    table.size = UInt32(MemoryLayout<hsw_descriptor>.size)
    table.id = texts.keep(descriptor.id)
    table.name = texts.keep(descriptor.name)
    table.vendor = texts.keep(descriptor.vendor)
    table.version = texts.keep(descriptor.version)
    table.license = texts.keep(descriptor.license)
    table.url = texts.keep(descriptor.url)
    table.capabilities = texts.keep(capabilities)
    table.n_capabilities = UInt32(capabilities.count)
    table.max_calls = descriptor.maxCalls
    table.handle_kinds = texts.keep(descriptor.handleKinds)
    table.n_handle_kinds = UInt32(descriptor.handleKinds.count)
    self.texts = texts
    self.type = type
    self.descriptor = descriptor
    self.offers = offers
    self.table = Static(table)
    schema = (type as? any ConfigurableTransport.Type).map { Static(texts.keep($0.configurationSchema)) }
  }
}
