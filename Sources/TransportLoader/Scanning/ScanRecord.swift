internal import StrictJSON
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
    guard let contract = json["contract"]?.string, let flags = json["flags"]?.integer.flatMap(UInt32.init(exactly:)),
      let items = json["descriptors"]?.array
    else { return nil }
    self.contract = contract
    self.flags = flags
    descriptors = items.compactMap(TransportDescriptor.init(json:))
    guard descriptors.count == items.count, !descriptors.isEmpty else { return nil }
  }

  var json: JSONValue {
    .object(of: [
      "contract": .string(contract), "flags": .integer(flags), "descriptors": .array(descriptors.map(\.json)),
    ])
  }
}

extension TransportDescriptor {
  init?(json: JSONValue) {
    guard let id = json["id"]?.string, let name = json["name"]?.string, let vendor = json["vendor"]?.string,
      let version = json["version"]?.string, let license = json["license"]?.string, let url = json["url"]?.string,
      let capabilities = json["capabilities"]?.strings, let kinds = json["handle-kinds"]?.strings,
      let calls = json["max-calls"]?.integer.flatMap(UInt32.init(exactly:)),
      ManifestReader.isID(id)
    else { return nil }
    self.init(
      id: id, name: name, vendor: vendor, version: version, license: license, url: url, capabilities: capabilities, handleKinds: kinds,
      maximumCalls: calls)
  }

  var json: JSONValue {
    .object(of: [
      "id": .string(id), "name": .string(name), "vendor": .string(vendor), "version": .string(version), "license": .string(license),
      "url": .string(url), "capabilities": .strings(capabilities), "handle-kinds": .strings(handleKinds),
      "max-calls": .integer(maximumCalls),
    ])
  }
}

extension TransportRefusal {
  init?(json: JSONValue) {
    guard let kind = json["kind"]?.string.flatMap(Kind.init(rawValue:)), let file = json["file"]?.string,
      let field = json["field"]?.string, let advice = json["advice"]?.string, let claims = json["claims"]?.array
    else { return nil }
    self.init(
      kind, file: file, field: field,
      claims.map { Claim($0["source"]?.string ?? "", $0["value"]?.string ?? "") }, advice: advice)
  }

  var json: JSONValue {
    .object(of: [
      "kind": .string(kind.rawValue), "file": .string(file), "field": .string(field), "advice": .string(advice),
      "claims": .array(claims.map { .object(of: ["source": .string($0.source), "value": .string($0.value)]) }),
    ])
  }
}
