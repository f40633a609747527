package import RunnerChannel
internal import StrictJSON
internal import TransportABI

/// A library that a runner has opened for its host.
package final class HostedLibrary: Sendable {
  let module: LoadedModule

  /// A library that is still the one that the host has judged; none of its code has run.
  package struct Judged: Sendable {
    fileprivate let library: JudgedLibrary

    /// Judges the library of an order.
    ///
    /// - Throws: the refusal, as one sentence for the host.
    package init(_ order: OpenBody) throws(HostedRefusal) {
      guard let path = order.library.string, path.hasPrefix("/") else {
        throw HostedRefusal(sentence: "the library's path is not absolute")
      }
      do throws(TransportRefusal) {
        library = try JudgedLibrary(reading: path, policy: .current)
        let found = library.identity
        guard found.device == order.device, found.inode == order.inode, found.size == order.size,
          UInt64(bitPattern: found.modified) == order.modified
        else { throw .replaced(path) }
      } catch {
        throw HostedRefusal(sentence: "\(error)")
      }
    }

    /// The folders of the library and of the libraries that it needs.
    package var folders: [String] {
      Set(([library.path] + library.closure.members.map(\.file)).map { String($0[..<($0.lastIndex(of: "/") ?? $0.startIndex)]) }).sorted()
    }
  }

  /// Opens a library from the bytes that were judged.
  ///
  /// - Throws: the refusal, as one sentence for the host.
  package init(opening judged: Judged) throws(HostedRefusal) {
    do throws(TransportRefusal) {
      module = try ModuleOpening(library: judged.library, progress: { _ in }).open()
    } catch {
      throw HostedRefusal(sentence: "\(error)")
    }
  }

  /// The record of the library for the host.
  package var record: FrameText { FrameText(ScanRecord(module).json.text) }

  /// The reason why a library was not opened.
  package struct HostedRefusal: Error, Hashable, Sendable {
    /// The reason in one sentence.
    package var sentence: String
  }

  /// Reads the record of a runner; nil when it is none.
  static func record(_ text: FrameText) -> ScanRecord? {
    guard let text = text.string, let json = try? JSONReader.read(Array(text.utf8)) else { return nil }
    return ScanRecord(json)
  }
}

extension ScanRecord {
  /// True when the library still has that descriptor.
  func contains(_ descriptor: TransportDescriptor) -> Bool { descriptors.contains(descriptor) }
}

extension TransportRefusal {
  /// The refusal of a library that changed after it was judged.
  static func replaced(_ path: String) -> TransportRefusal {
    TransportRefusal(
      .replaced, file: path, field: "identity", [.init("file", "another file than the checked one"), .init("host", "the same")],
      advice: "try again when its installation is over")
  }
}
