import Foundation
import Glibc
import Locking

/// A registrar on a UDP port of 127.0.0.1, which knows no instance of RFC 5626: it notes each REGISTER, and answers 200.
final class SmallRegistrar: Sendable {
  /// One contact of a REGISTER.
  struct Word: Sendable, Equatable {
    let user: String
    /// The address of the contact, without its parameters.
    let contact: String
    let isRemoval: Bool
    /// True for a contact with an instance (RFC 5626).
    let hasInstance: Bool
  }

  let port: UInt16
  private let descriptor: Int32
  private let seen = Locked<[Word]>([])

  init?() {
    descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = descriptor
    let bound = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
      }
    }
    guard bound else { return nil }
    port = UInt16(bigEndian: address.sin_port)
    let thread = Thread { [weak self] in while self?.answer() == true {} }
    thread.start()
  }

  deinit { close(descriptor) }

  /// The contacts that were entered and removed, in the order of arrival.
  var words: [Word] { seen.withLock { $0 } }

  /// The contacts that a user has now.
  func contacts(of user: String) -> [String] {
    words.filter { $0.user == user }.reduce(into: []) { contacts, word in
      contacts.removeAll { $0 == word.contact }
      if !word.isRemoval { contacts.append(word.contact) }
    }
  }

  private func answer() -> Bool {
    var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&wait, 1, 200) >= 0, wait.revents & Int16(POLLNVAL) == 0 else { return false }
    guard wait.revents & Int16(POLLIN) != 0 else { return true }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    var peer = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let count = withUnsafeMutablePointer(to: &peer) { peer in
      peer.withMemoryRebound(to: sockaddr.self, capacity: 1) { recvfrom(descriptor, &buffer, buffer.count, 0, $0, &size) }
    }
    guard count > 0 else { return true }
    let lines = String(decoding: buffer[..<count], as: UTF8.self).split(separator: "\r\n").map(String.init)
    guard lines.first?.hasPrefix("REGISTER ") == true else { return true }
    let contacts = note(lines)
    let kept = lines.filter { line in ["via:", "v:", "from:", "f:", "call-id:", "i:", "cseq:"].contains { line.lowercased().hasPrefix($0) }
    }
    let to = lines.first { line in ["to:", "t:"].contains { line.lowercased().hasPrefix($0) } } ?? "To: <sip:nobody@127.0.0.1>"
    let answer = ["SIP/2.0 200 OK"] + kept + [to + ";tag=small"] + contacts + ["Content-Length: 0", "", ""]
    let text = Array(answer.joined(separator: "\r\n").utf8)
    _ = withUnsafePointer(to: &peer) { peer in
      peer.withMemoryRebound(to: sockaddr.self, capacity: 1) { sendto(descriptor, text, text.count, 0, $0, size) }
    }
    return true
  }

  /// Notes the contacts of a request; returns the headers of those that it keeps.
  private func note(_ lines: [String]) -> [String] {
    func values(_ names: String...) -> [String] {
      lines.filter { line in names.contains { line.lowercased().hasPrefix($0 + ":") } }.map { line in
        line.drop { $0 != ":" }.dropFirst().trimmingCharacters(in: .whitespaces)
      }
    }
    let isRemoved = values("expires").first == "0"
    let user = (values("to", "t").first ?? "").components(separatedBy: "sip:").last?.prefix { $0 != "@" } ?? ""
    var kept: [String] = []
    for contact in values("contact", "m").flatMap({ $0.components(separatedBy: ",") }) {
      let address = contact.drop { $0 != "<" }.dropFirst().prefix { $0 != ">" }
      let isRemoval = isRemoved || contact.contains("expires=0")
      let word = Word(
        user: String(user), contact: String(address), isRemoval: isRemoval, hasInstance: contact.contains("sip.instance"))
      seen.withLock { $0.append(word) }
      if !isRemoval { kept.append("Contact: <\(address)>;expires=600") }
    }
    return kept
  }
}
