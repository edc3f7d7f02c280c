import Testing

@Suite struct PostgresStoreTests {
  #if Postgres
  #else
    @Test(.disabled("built without the trait Postgres")) func everything() {}
  #endif
}
