internal import TransportLoader

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

extension Console {
  /// Returns the standard first contact; it shows its progress when standard error is a terminal.
  func firstContact() -> FirstContact {
    var contact = FirstContact.standard()
    guard isatty(STDERR_FILENO) == 1 else { return contact }
    contact.progress = { met, all in
      if all > 1 { overwrite(met < all ? "loading new transports for the first time: \(met) of \(all)" : "") }
    }
    return contact
  }
}
