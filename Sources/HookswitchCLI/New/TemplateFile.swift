internal import CTransportTemplates

/// One file of a new project: its path in the project, and its text.
struct TemplateFile: Equatable, Sendable {
  var path: String
  var text: String

  /// The files of a transport in `language`.
  ///
  /// - Parameter sources: the folder with the sources of TransportKit; only Swift needs it.
  static func all(_ language: ProjectLanguage, _ project: ProjectName, sources: String) -> [TemplateFile] {
    let wanted = ["", language.rawValue] + (language.takesHeader ? ["header"] : [])
    let values = [
      "NAME": project.name, "ID": project.id, "LANGUAGE": language.rawValue, "UNLOADABLE": "\(language.isUnloadable)",
      "PACKAGES": language.packages, "FILES": language.files,
      // This value stands in a Swift string literal.
      "HOOKSWITCH": sources.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""),
    ]
    return embedded().filter { wanted.contains($0.language) }.map { template in
      // The header is copied unchanged.
      template.language == "header"
        ? template.file
        : TemplateFile(path: filled(template.file.path, values), text: filled(template.file.text, values))
    }
  }

  /// Replaces each `@PLACEHOLDER@` in `text`.
  private static func filled(_ text: String, _ values: [String: String]) -> String {
    values.reduce(text) { $0.replacing("@\($1.key)@", with: $1.value) }
  }

  private static func embedded() -> [(language: String, file: TemplateFile)] {
    var files: [(String, TemplateFile)] = []
    while let template = hookswitch_template_at(files.count)?.pointee {
      let bytes = UnsafeBufferPointer(start: template.bytes, count: template.size)
      let file = TemplateFile(path: String(cString: template.path), text: String(decoding: bytes, as: UTF8.self))
      files.append((String(cString: template.language), file))
    }
    return files
  }
}
