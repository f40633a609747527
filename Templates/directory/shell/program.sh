#!/bin/sh
# A call directory as a program: it writes records to its standard output, and ends. Its argument is the list of numbers.
#
# The records stand in docs/directory.md of Hookswitch. A person can run it too:
#   ./@NAME@.sh numbers.txt
set -u

# cancel CODE MESSAGE: ends the load, of which nothing counts. Its codes: 1 for no list, 2 for a wrong one.
cancel() {
  printf 'hookswitch-directory 1 full\ncancel\t%s\t%s\n' "$1" "$2"
  exit 0
}

# Changes are possible once the host has loaded an edition, which comes back as the token.
mode=full since=0
case ${HOOKSWITCH_DIRECTORY_INCREMENTAL-}:${HOOKSWITCH_DIRECTORY_TOKEN-} in
  1: | *:*[!0-9]*) ;;
  1:*) mode=incremental since=$HOOKSWITCH_DIRECTORY_TOKEN ;;
esac

case ${1:-} in
  '') cancel 1 'the path of the list is missing: write it behind the program in "executable"' ;;
  /*) list=$1 ;;
  *) list=./$1 ;; # a name with "=" would be an assignment to awk
esac
if [ ! -f "$list" ] || [ ! -r "$list" ]; then cancel 1 "cannot open $list"; fi

# The list's edition is the highest of its lines.
newest=$(awk '
  /^#/ || /^$/ { next }
  $1 !~ /^[1-9][0-9]*$/ || $2 !~ /^[1-9][0-9]*$/ || !($3 == "block" && NF == 3 || $3 == "gone" && NF == 3 || $3 == "identify" && NF > 3) {
    print "wrong " FNR
    wrong = 1
    exit
  }
  $2 > newest { newest = $2 }
  END { if (!wrong) print newest + 0 }' "$list")
case $newest in
  wrong*) cancel 2 "line ${newest#wrong } of $list is no NUMBER EDITION block, identify LABEL or gone" ;;
esac
# The list may have been replaced by an older one: then everything is sent.
if [ "$since" -gt "$newest" ]; then mode=full since=0; fi

printf 'hookswitch-directory 1 %s\n' "$mode"
awk -v since="$since" -v changes="$([ "$mode" = full ] || echo yes)" '
  /^#/ || /^$/ || $2 <= since { next }
  # The entries that the host may have of the number go first.
  changes { printf "unblock\t%s\nunidentify\t%s\n", $1, $1 }
  $3 == "block" { printf "block\t%s\n", $1 }
  $3 == "identify" {
    number = $1
    label = $0
    sub(/^[^ ]+ +[^ ]+ +identify +/, "", label)
    printf "identify\t%s\t%s\n", number, label
  }' "$list" || exit # without complete, nothing counts
printf 'complete\t%s\n' "$newest"
