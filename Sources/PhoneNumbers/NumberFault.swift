internal import CPhoneNumber

/// Explains why a text is not a number that can be dialled from anywhere.
enum NumberFault {
  /// Returns the fault in words.
  static func reason(_ status: hookswitch_phone_status, _ region: Region) -> String {
    switch status {
    case HOOKSWITCH_PHONE_UNKNOWN_COUNTRY: "its country code is not assigned"
    case HOOKSWITCH_PHONE_TOO_SHORT: "it has too few digits"
    case HOOKSWITCH_PHONE_TOO_LONG: "it has too many digits"
    case HOOKSWITCH_PHONE_NO_SUCH_LENGTH: "no number of its country has as many digits"
    case HOOKSWITCH_PHONE_LOCAL_ONLY: "its area code is missing"
    case HOOKSWITCH_PHONE_SHORT: "it is a short number of \(region), which cannot be dialled from elsewhere"
    case HOOKSWITCH_PHONE_FAILED: "libphonenumber failed"
    default: "it is not written as a telephone number"
    }
  }
}
