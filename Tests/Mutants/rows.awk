# Lists the rows of promises that no mutant breaks. Its arguments are the mutants, and then the pages.
#
# A row of the first tables needs a mutant that one of its tests notices. A row of the battery, whose cases are all one
# test, needs one whose promise it begins with.

/^promise: / { promise = substr($0, 10); sub(/\.$/, "", promise); promises[promise] = FILENAME }
/^tests: / {
  count = split(substr($0, 8), tests, "|")
  for (i = 1; i <= count; i++) {
    if (tests[i] == "StoreBatteryTests/keepsThePromise") isOfBattery[FILENAME] = 1
    sub(/.*\//, "", tests[i])
    isNamed[tests[i]] = 1
  }
}

/^<!-- / { table = $2 }
/^\| / && !/^\| (---|promised) / && (table == "tests" || table == "battery") {
  rowCount++
  if (!(table == "tests" ? hasTest() : hasPromise())) fail("no mutant breaks this row: " $0)
}

END {
  if (!rowCount) fail("no rows")
  exit failed
}

function hasTest(  names, count, i) {
  count = split($0, names, "`")
  for (i = 1; i <= count; i++) if (names[i] in isNamed) return 1
  return 0
}

function hasPromise(  promise) {
  for (promise in promises) if (promises[promise] in isOfBattery && index($0, "| " promise) == 1) return 1
  return 0
}

function fail(reason) {
  print reason > "/dev/stderr"
  failed = 1
}
