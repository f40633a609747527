// Programs that import CallAudio also see the mixing module below it.
@_exported public import CallMixing
