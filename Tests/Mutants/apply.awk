# Applies the hunks of all mutants to the files below `root`, those of the core unless a path names another target. The word MUTANT in a changed line becomes the switch of the
# mutant.

FNR == 1 { endHunk(); name = FILENAME; sub(/.*\//, "", name); sub(/\.mutant$/, "", name); hasSwitch[name] = 0 }
/^file: / { endHunk(); path = ($2 ~ /^NamespacedDefaults/ ? "" : "NamespacedDefaults/") $2; next }
/^(promise|tests|equivalent): / { field[name, substr($0, 1, index($0, ":") - 1)] = 1; next }
/^ / || /^-/ { old = old lines(old) substr($0, 2) }
/^ / || /^\+/ { new = new lines(new) substr($0, 2) }
/^[-+ ]/ { isInHunk = 1; next }
/^$/ { endHunk(); next }
{ fail("does not understand: " $0) }

END {
  endHunk()
  for (name in hasSwitch) {
    if (!hasSwitch[name]) fail("changes nothing behind MUTANT")
    if (!((name, "promise") in field)) fail("has no promise")
    if (!((name, "tests") in field)) fail("has no tests")
  }
  if (!failed) for (path in text) { printf "%s", text[path] > (root path); close(root path) }
  exit failed
}

function lines(before) { return before == "" ? "" : "\n" }

function endHunk(  line, start, count) {
  if (!isInHunk) return
  if (!(path in text)) {
    text[path] = ""
    while ((getline line < (root path)) > 0) text[path] = text[path] line "\n"
    close(root path)
    if (text[path] == "") fail("finds no file " path)
  }
  count = gsub(/MUTANT/, "Mutants.isActive(\"" name "\")", new)
  if (count) hasSwitch[name] = 1
  start = index(text[path], old)
  if (old == "" || !start) fail("does not find in " path ":\n" old)
  else if (index(substr(text[path], start + 1), old)) fail("finds more than once in " path ":\n" old)
  else text[path] = substr(text[path], 1, start - 1) new substr(text[path], start + length(old))
  isInHunk = 0
  old = new = ""
}

function fail(reason) {
  print name " " reason > "/dev/stderr"
  failed = 1
}
