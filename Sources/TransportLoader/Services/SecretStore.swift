internal import CLinux
internal import Glibc

/// The store of the secrets that configurations name: environment variables, and files that only their owner can read.
///
/// The secret `sip-password` is the value of `HOOKSWITCH_SECRET_SIP_PASSWORD`, or else the content of the folder's file `sip-password`,
/// without the final newline. A program with raised privileges ignores its environment.
public struct SecretStore: Sendable {
  /// The reason why a secret is unavailable, in one sentence, and the contract's code.
  public struct Failure: Error, Hashable, Sendable {
    /// The contract's code for the plugin.
    public var code: TransportFault.Code
    /// The sentence, which names the place but never the secret.
    public var sentence: String
  }

  /// The folder of the files; nil: no files are read.
  public var folder: String?
  /// Reads an environment variable; nil: the environment is not used.
  private let variable: (@Sendable (String) -> String?)?

  /// Makes a store.
  ///
  /// - Parameters:
  ///   - folder: an absolute path; nil: no files are read.
  ///   - variable: reads an environment variable by its name; nil: the environment is not used.
  public init(folder: String?, variable: (@Sendable (String) -> String?)?) {
    self.folder = folder
    self.variable = variable
  }

  /// The standard store: the folder `$HOOKSWITCH_SECRETS`, or `secrets` in the user's settings folder of Hookswitch.
  public static let standard: SecretStore = {
    guard getauxval(UInt(AT_SECURE)) == 0 else { return SecretStore(folder: nil, variable: nil) }
    let read: @Sendable (String) -> String? = { name in getenv(name).flatMap { String(validatingCString: $0) } }
    let settings = UserFolders { read($0) }.settings.map { $0 + "/hookswitch/secrets" }
    return SecretStore(folder: read("HOOKSWITCH_SECRETS") ?? settings, variable: read)
  }()

  /// Returns the secret of that name.
  ///
  /// - Throws: `invalid` for an invalid name, `unauthorized` for a file that others can read, `failed` where there is no secret.
  public func secret(_ name: String) throws(Failure) -> String {
    guard Self.isName(name) else {
      throw Failure(code: .invalid, sentence: "\(name.debugDescription) is not a secret's name: use letters, digits, - _ .")
    }
    let place = Self.variable(of: name)
    if let value = variable?(place) { return value }
    guard let folder else { throw Failure(code: .failed, sentence: "there is no secret \(name): set \(place)") }
    return try read("\(folder)/\(name)", otherwise: "there is no secret \(name): set \(place), or put it into \(folder)/\(name) (mode 600)")
  }

  /// The environment variable that holds the secret of a name.
  static func variable(of name: String) -> String {
    "HOOKSWITCH_SECRET_" + String(name.uppercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })
  }

  /// True for a valid name, which cannot lead to another folder.
  private static func isName(_ name: String) -> Bool {
    (1...128).contains(name.utf8.count) && name.first != "."
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: [UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: ".")].contains(byte)
        }
      }
  }

  private func read(_ path: String, otherwise missing: String) throws(Failure) -> String {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else {
      guard errno == ENOENT || errno == ENOTDIR else {
        throw Failure(code: .failed, sentence: "\(path) cannot be read: \(String(cString: strerror(errno)))")
      }
      throw Failure(code: .failed, sentence: missing)
    }
    defer { close(file) }
    var found = stat()
    guard fstat(file, &found) == 0, found.st_mode & S_IFMT == S_IFREG else {
      throw Failure(code: .failed, sentence: "\(path) is not an ordinary file")
    }
    guard found.st_uid == geteuid(), found.st_mode & 0o077 == 0 else {
      throw Failure(code: .unauthorized, sentence: "\(path) can be read by others, or is not this user's: make it yours, and chmod 600 it")
    }
    guard (1...65_536).contains(found.st_size) else { throw Failure(code: .failed, sentence: "\(path) is empty, or longer than 64 KiB") }
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(found.st_size)) { buffer, count in
      count = max(0, Glibc.read(file, buffer.baseAddress, buffer.count))
    }
    let line = bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...]
    guard !line.isEmpty, !line.contains(0), let text = String(validating: line, as: UTF8.self) else {
      throw Failure(code: .failed, sentence: "\(path) is not text")
    }
    return text
  }
}
