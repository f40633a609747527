internal import TransportABI

/// The answer of a library's code in a scanning process.
struct ScanRecord: Equatable, Sendable {
  /// The negotiated version of the contract.
  var contract: String
  /// The flags of its entry.
  var flags: UInt32
  /// The descriptors of its transports.
  var descriptors: [TransportDescriptor]

  init(contract: String, flags: UInt32, descriptors: [TransportDescriptor]) {
    self.contract = contract
    self.flags = flags
    self.descriptors = descriptors
  }

  init(_ module: LoadedModule) {
    contract = "\(module.version.major).\(module.version.minor)"
    flags = module.entry.flags
    descriptors = module.descriptors
  }

  init?(_ json: JSONValue) {
    guard let contract = json["contract"]?.stringValue, let flags = json["flags"]?.count, let items = json["descriptors"]?.items
    else { return nil }
    self.contract = contract
    self.flags = flags
    descriptors = items.compactMap(TransportDescriptor.init(json:))
    guard descriptors.count == items.count, !descriptors.isEmpty else { return nil }
  }

  var json: JSONValue {
    .object(of: [
      "contract": .string(contract), "flags": .number(Double(flags)), "descriptors": .array(descriptors.map(\.json)),
    ])
  }
}

extension TransportDescriptor {
  init?(json: JSONValue) {
    guard let id = json["id"]?.stringValue, let name = json["name"]?.stringValue, let vendor = json["vendor"]?.stringValue,
      let version = json["version"]?.stringValue, let license = json["license"]?.stringValue, let url = json["url"]?.stringValue,
      let capabilities = json["capabilities"]?.strings, let kinds = json["handle-kinds"]?.strings, let calls = json["max-calls"]?.count,
      ManifestReader.isID(id)
    else { return nil }
    self.init(
      id: id, name: name, vendor: vendor, version: version, license: license, url: url, capabilities: capabilities, handleKinds: kinds,
      maximumCalls: calls)
  }

  var json: JSONValue {
    .object(of: [
      "id": .string(id), "name": .string(name), "vendor": .string(vendor), "version": .string(version), "license": .string(license),
      "url": .string(url), "capabilities": .list(capabilities), "handle-kinds": .list(handleKinds),
      "max-calls": .number(Double(maximumCalls)),
    ])
  }
}

extension TransportRefusal {
  init?(json: JSONValue) {
    guard let kind = json["kind"]?.stringValue.flatMap(Kind.init(rawValue:)), let file = json["file"]?.stringValue,
      let field = json["field"]?.stringValue, let advice = json["advice"]?.stringValue, let claims = json["claims"]?.items
    else { return nil }
    self.init(
      kind, file: file, field: field,
      claims.map { Claim($0["source"]?.stringValue ?? "", $0["value"]?.stringValue ?? "") }, advice: advice)
  }

  var json: JSONValue {
    .object(of: [
      "kind": .string(kind.rawValue), "file": .string(file), "field": .string(field), "advice": .string(advice),
      "claims": .array(claims.map { .object(of: ["source": .string($0.source), "value": .string($0.value)]) }),
    ])
  }
}
