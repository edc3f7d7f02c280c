/// A process for tests, which start and kill it.
@main struct PostgresProcess {
  static func main() {
    #if !Postgres
      print("built without the trait Postgres")
    #endif
  }
}
