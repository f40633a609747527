internal import TransportKit

/// Builds a JSON object, field by field in order.
struct JSONFields {
  private var fields: [String] = []

  var text: String { "{\(fields.joined(separator: ","))}" }

  mutating func add(_ name: String, _ value: Int) { put(name, "\(value)") }
  mutating func add(_ name: String, _ value: Bool) { put(name, "\(value)") }
  mutating func add(_ name: String, _ value: JSONFields) { put(name, value.text) }

  /// Adds a text unless it is empty.
  mutating func add(_ name: String, _ value: String) {
    if !value.isEmpty { put(name, JSON.quoted(value)) }
  }

  mutating func add(_ name: String, tenths: Int) { put(name, "\(tenths / 10).\(tenths % 10)") }
  mutating func add(_ name: String, milliseconds microseconds: UInt32) { add(name, tenths: Int(microseconds) / 100) }

  private mutating func put(_ name: String, _ json: String) { fields.append("\(JSON.quoted(name)):\(json)") }
}
