// rt-audit: shows that the audio thread neither allocates nor locks, and makes no system call but sleep.
//
//     rt-audit            the engine alone, then with each fault, each in a child process
//     rt-audit NAME       one of them: none, or a fault's name; exits 1 when something was found
import Glibc

let arguments = CommandLine.arguments.dropFirst()
do {
  if let name = arguments.first {
    guard let fault = Fault(rawValue: name) else {
      print("rt-audit: no fault is called \(name): \(Fault.allCases.map(\.rawValue).joined(separator: ", "))")
      exit(2)
    }
    try Audit(planting: fault).run()
  }
  exit(Fault.allCases.map { $0.isJudgedRightly() }.allSatisfy { $0 } ? 0 : 1)
} catch {
  print("rt-audit: \(error)")
  exit(2)
}
