# extract.awk - takes the examples in C that are wrong out of the chapters of the rules, and the frame that they rely on.
#
# awk -v out=FOLDER -f extract.awk frame.md calls.md …: writes FOLDER/frame.h, FOLDER/HSW-R-NNN.h with the very text of each example in C, and
# FOLDER/HSW-R-NNN.sh with that of each example of the shell. The names that an example defines get the prefix `example_`, by macros
# around it, because the reference plugin has functions of its own by such names.

function remember(name) {
  if (name ~ /^[a-z_][a-z0-9_]*$/ && name != "typedef" && !(name in names)) {
    names[name] = 1
    order[++count] = name
  }
}

# Remembers the function or the object that a line at file scope declares.
function look(line) {
  gsub(/__attribute__\(\([a-z]*\)\) ?/, "", line)
  if (line !~ /^[a-z]/) return
  if (line ~ /^static struct/) {
    sub(/;.*$/, "", line)
    if (match(line, /\} [a-z_]+/)) remember(substr(line, RSTART + 2, RLENGTH - 2))
    return
  }
  if (match(line, /[a-z_0-9]+\(/) && (!index(line, "=") || index(line, "=") > RSTART)) {
    remember(substr(line, RSTART, RLENGTH - 1))
    return
  }
  sub(/\[.*$/, "", line)
  sub(/ ?[=;].*$/, "", line)
  while (match(line, /[ *][a-z_]+$/)) {
    remember(substr(line, RSTART + 1, RLENGTH - 1))
    return
  }
}

function finish() {
  if (kind == "") return
  file = out "/" (kind == "frame" ? "frame" : rule) (kind == "sh" ? ".sh" : ".h")
  printf "" > file
  if (kind == "sh") printf "%s", text >> file
  else {
    if (kind == "c") for (i = 1; i <= count; i++) printf "#define %s example_%s\n", order[i], order[i] >> file
    printf "#line %d \"%s\"\n%s", first, FILENAME, text >> file
    if (kind == "c") for (i = 1; i <= count; i++) printf "#undef %s\n", order[i] >> file
  }
  close(file)
  kind = text = ""
  count = 0
  split("", names)
}

/^### HSW-R-/ { rule = substr($2, 1, length($2) - 1); wanted = 0 }
/^In C, wrong:/ { wanted = 1; next }
FNR == 1 { is_frame = FILENAME ~ /frame\.md$/; done_frame = 0 }
/^```(c|sh)$/ && kind == "" && (wanted || (is_frame && !done_frame)) {
  kind = is_frame ? "frame" : substr($0, 4)
  first = FNR + 1
  if (is_frame) done_frame = 1
  wanted = 0
  next
}
/^```$/ && kind != "" { finish(); next }
kind != "" {
  text = text $0 "\n"
  if (kind == "c") look($0)
}
