internal import TransportLoader

/// The contents of a plugin's file without running it: its ELF tables, or the reason why it cannot be loaded.
struct PluginPapers {
  /// The ELF tables; nil when the file cannot be loaded.
  let elf: ElfFile?
  /// The reason why it cannot be loaded.
  let elfError: ElfError?

  init(path: String) {
    do throws(ElfError) {
      elf = try ElfFile(FileBytes.read(path) ?? [])
      elfError = nil
    } catch {
      elf = nil
      elfError = error
    }
  }
}
