// What embedders of the audio engine see of the module below it.
@_exported public import CallMixing
