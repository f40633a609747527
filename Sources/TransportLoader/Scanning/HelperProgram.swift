internal import CLinux
internal import Glibc

/// Finds `hookswitch-helper`, the program that runs a library's code in place of this process.
struct HelperProgram {
  static let name = "hookswitch-helper"

  /// The possible paths of the helper: beside the running program or this library (as after a build), or installed with either.
  static func places(program: String? = SearchPath.currentProgramFolder, library: String? = libraryFolder) -> [String] {
    var places: [String] = []
    for folder in [program, library].compactMap({ $0 }) {
      for place in [folder + "/" + name, folder + "/../libexec/hookswitch/" + name] where !places.contains(place) { places.append(place) }
    }
    return places
  }

  /// The first of `places` that exists and is executable.
  static func find(_ places: [String]) -> String? {
    places.lazy.compactMap { TrustedFile.resolve($0) }.first { access($0, X_OK) == 0 }
  }

  /// The reason why the helper may not be run; nil when it may.
  ///
  /// A user who can change the helper can change the results that this process relies on.
  static func distrust(_ helper: String, policy: TrustPolicy) -> String? {
    do throws(TrustError) {
      try TrustedFile.judge(file: helper, policy: policy)
      return nil
    } catch {
      return "\(error.place): \(error.field) is \(error.found), should be \(error.wanted); \(error.advice)"
    }
  }

  /// The folder of the file that contains this code: the program, or a library that the program has loaded.
  static var libraryFolder: String? {
    var place = hookswitch_place()
    guard hookswitch_find_place(#dsohandle, &place) != 0, let name = place.file else { return nil }
    return TrustedFile.resolve(String(cString: name)).map { path in
      String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    }
  }
}
