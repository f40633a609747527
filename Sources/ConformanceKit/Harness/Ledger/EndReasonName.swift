/// The header's names of the reasons in report_ended.
enum EndReasonName {
  private static let names = ["", "FAILED", "REMOTE", "UNANSWERED", "ELSEWHERE_ANSWERED", "ELSEWHERE_DECLINED", "LOCAL"]

  static func of(_ reason: UInt32) -> String {
    names.indices.contains(Int(reason)) && reason > 0 ? "HSW_END_" + names[Int(reason)] : "\(reason)"
  }
}
