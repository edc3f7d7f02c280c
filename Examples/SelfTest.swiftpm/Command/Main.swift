import Foundation

/// Prints the table, and exits with 1 if a row does not hold.
@main
enum Main {
  static func main() throws {
    if try ChildCommand.carryOut(Array(CommandLine.arguments.dropFirst())) { return }
    // The rows wait, and what the system delivers on the main thread shall arrive meanwhile.
    let thread = Thread {
      var hasFailed = false
      func append(_ row: Row) {
        print(row.markdown)
        // Each row at once, also into a file.
        fflush(nil)
        if row.fails { hasFailed = true }
      }
      print(Row.head)
      do {
        try SelfTest.rows(append)
      } catch {
        append(Row("the self-test", expected: "it runs to its end") { throw error })
      }
      exit(hasFailed ? 1 : 0)
    }
    // As much as the main thread has.
    thread.stackSize = 8 << 20
    thread.start()
    RunLoop.main.run()
  }
}
