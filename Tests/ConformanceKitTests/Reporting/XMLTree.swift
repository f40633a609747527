import Foundation
import FoundationXML

/// An XML document as a tree, read by Foundation's parser.
final class XMLTree {
  let name: String
  let attributes: [String: String]
  var children: [XMLTree] = []
  var text = ""

  init(_ name: String, _ attributes: [String: String]) {
    self.name = name
    self.attributes = attributes
  }

  /// Returns the root; nil when the text is not well-formed.
  static func read(_ text: String) -> XMLTree? {
    let parser = XMLParser(data: Data(text.utf8))
    let builder = Builder()
    parser.delegate = builder
    return parser.parse() ? builder.path.first?.children.first : nil
  }

  private final class Builder: NSObject, XMLParserDelegate {
    var path = [XMLTree("", [:])]

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?, attributes: [String: String]
    ) {
      let element = XMLTree(name, attributes)
      path.last?.children.append(element)
      path.append(element)
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) { path.removeLast() }

    func parser(_ parser: XMLParser, foundCharacters text: String) { path.last?.text += text }
  }
}
