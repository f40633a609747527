internal import ClusterControl
internal import StrictJSON

/// The message by which a borrower gives a lent line back: a JSON-RPC notification, with the fence in its header.
enum LineReturnMessage {
  private static let method = "cluster.giveBack"
  private static let fenceHeader = "Hsw-Fence"

  static func message(_ line: LineReturn, subject: String) -> ClusterMessage {
    let parameters = JSONValue.object(of: [
      "line": .string(line.line), "borrower": .strings([line.borrower.node.text, "\(line.borrower.incarnation)"]),
    ])
    let request = JSONValue.object(of: ["jsonrpc": "2.0", "method": .string(method), "params": parameters])
    return ClusterMessage(subject: subject, headers: [.init(fenceHeader, "\(line.fence)")], body: request.jsonText())
  }

  /// Reads a message; nil for any other.
  static func read(_ message: ClusterMessage) -> LineReturn? {
    guard let fence = message.header(fenceHeader).flatMap({ UInt64($0) }), let request = try? JSONReader.read(message.body),
      request["method"]?.string == method, let parameters = request["params"], let line = parameters["line"]?.string,
      let borrower = parameters["borrower"]?.strings, borrower.count == 2, let incarnation = Incarnation(borrower[1])
    else { return nil }
    return LineReturn(line: line, borrower: NodeLife(NodeName(borrower[0]), incarnation), fence: fence)
  }
}
