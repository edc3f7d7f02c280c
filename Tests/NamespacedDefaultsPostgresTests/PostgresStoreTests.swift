import Testing

#if !Postgres
  /// What says that all the others are not there.
  @Suite struct PostgresStoreTests {
    @Test(.disabled("PostgresStore is not tested, because the trait Postgres is off")) func isBuilt() {}
  }
#endif
