/* Header only; SwiftPM wants a source file. */
#include "CThreadSanitizer.h"
