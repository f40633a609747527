internal import CLinux
internal import Glibc

/// Where the helper program is: `hookswitch-helper`, which runs a library's code so that this process need not.
struct HelperProgram {
  static let name = "hookswitch-helper"

  /// The files that may be it: beside the running program or this library (as after a build), or installed with either.
  static func places(program: String? = SearchPath.currentProgramFolder, library: String? = libraryFolder) -> [String] {
    var places: [String] = []
    for folder in [program, library].compactMap({ $0 }) {
      for place in [folder + "/" + name, folder + "/../libexec/hookswitch/" + name] where !places.contains(place) { places.append(place) }
    }
    return places
  }

  /// The first of `places` that is there.
  static func find(_ places: [String]) -> String? {
    places.lazy.compactMap { TrustedFile.resolve($0) }.first { access($0, X_OK) == 0 }
  }

  /// Why it may not be run: who can change it can change what this process believes; nil when it may.
  static func distrust(_ helper: String, policy: TrustPolicy) -> String? {
    do throws(TrustError) {
      try TrustedFile.judge(file: helper, policy: policy)
      return nil
    } catch {
      return "\(error.place): \(error.field) is \(error.found), should be \(error.wanted); \(error.advice)"
    }
  }

  /// The folder of the file that this code lies in: the program's, or that of the library which a program has loaded.
  static var libraryFolder: String? {
    var place = hookswitch_place()
    guard hookswitch_find_place(#dsohandle, &place) != 0, let name = place.file else { return nil }
    return TrustedFile.resolve(String(cString: name)).map { path in
      String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    }
  }
}
