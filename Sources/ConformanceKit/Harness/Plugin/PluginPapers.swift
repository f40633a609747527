internal import TransportLoader

/// What a plugin's file says without being run: its ELF tables, or why it is no file that could be loaded.
struct PluginPapers {
  /// What the ELF file says; nil when it is none that could be loaded.
  let elf: ElfFile?
  /// Why it is none.
  let elfError: ElfError?

  /// Reads the file.
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
