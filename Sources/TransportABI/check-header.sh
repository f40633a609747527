#!/bin/sh
# Compiles the transport header alone, the header of directories, each draft, the rings and the note, with every compiler at hand in every promised language: C99 to C17
# and C++11 to C++20, without a warning and without padding. Checks that each pointer in a struct is marked as nullable. Skips, with a
# sentence, a compiler that is not installed; fails if there is none.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

printf '#include "hookswitch/transport.h"\n' >"$work/header.c"
printf '#include "hookswitch/directory.h"\n' >"$work/directory.c"
printf '#include "hookswitch/draft-handover.h"\n' >"$work/draft.c"
cat >"$work/ring.c" <<'C'
#include "hookswitch/ring.h"
int put(const hsw_ring *r) { return hsw_ring_room(r) != NULL && hsw_ring_push(r); }
int take(const hsw_ring *r) { return hsw_ring_front(r) != NULL && hsw_ring_count(r) && hsw_ring_wait(r); }
C
cat >"$work/note.c" <<'C'
#include "hookswitch/transport.h"
HSW_NOTE("org.hookswitch.first", "1.2.3", 0);
HSW_NOTE("org.hookswitch.second", "4.5.6", HSW_ENTRY_NO_UNLOAD | HSW_ENTRY_ONE_LOOP);
C
cp "$work/header.c" "$work/header.cc"
cp "$work/directory.c" "$work/directory.cc"
cp "$work/draft.c" "$work/draft.cc"
cp "$work/ring.c" "$work/ring.cc"
cp "$work/note.c" "$work/note.cc"

ran=0
compile() { # compiler, extension, standards ...
  compiler=$1 extension=$2
  shift 2
  if ! command -v "$compiler" >/dev/null 2>&1; then
    echo "header: $compiler is not installed: skipped ($*)"
    return 0
  fi
  for standard in "$@"; do
    for source in header directory draft ring note; do
      "$compiler" "-std=$standard" -pedantic -Wall -Wextra -Wpadded -Werror -I "$here/include" \
        -c "$work/$source.$extension" -o "$work/$source.o"
    done
    # A reader of notes must find two of them, with our owner's name.
    if command -v readelf >/dev/null 2>&1; then
      found=$(readelf -n "$work/note.o" | grep -c '^ *Hookswitch *0x0000006c')
      [ "$found" = 2 ] || { echo "header: $compiler -std=$standard emits $found notes, not 2" >&2; exit 1; }
    fi
    ran=$((ran + 1))
  done
  echo "header: $compiler: $*"
}

compile gcc c c99 c11 c17
compile g++ cc c++11 c++14 c++17 c++20
compile clang c c99 c11 c17
compile clang++ cc c++11 c++14 c++17 c++20

# A shorter struct of an older peer reads as NULL, so every pointer in one must be marked; only clang knows of such marks.
check_pointers() { # source
  unmarked=$(clang -std=c17 -I "$here/include" -fsyntax-only -Xclang -ast-dump "$work/$1.c" \
    | sed -n "s/^.*FieldDecl [^']* \([a-z_0-9]* '[^']*\*[^']*'\).*$/\1/p" \
    | grep -v -e '(\* _Nullable)' -e "\* _Nullable'" || true)
  [ -z "$unmarked" ] || { printf 'header: not marked HSW_NULLABLE: %s\n' "$unmarked" >&2; exit 1; }
}
if command -v clang >/dev/null 2>&1; then
  check_pointers directory
  check_pointers draft
  echo "header: clang: nullability"
fi
[ "$ran" -gt 0 ] || { echo "header: no C compiler found; install gcc or clang" >&2; exit 1; }
