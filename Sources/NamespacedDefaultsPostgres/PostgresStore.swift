#if Postgres
  import CPostgres
  public import NamespacedDefaults
#endif
