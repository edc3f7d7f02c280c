#if Postgres
  import Foundation
  import NamespacedDefaults
  import NamespacedDefaultsPostgres
  import TestSupport
  import Testing

  /// What the server says of a write that it refuses, which may quote the row.
  @Suite(.withServer) struct MessageTests {
    private static let raising = """
      create function refuse() returns trigger language plpgsql as $$ begin %; return new; end $$;
      create trigger refuse before insert or update on namespaced_defaults.settings for each row execute function refuse()
      """

    @Test(arguments: [
      ("23514", "alter table namespaced_defaults.settings add constraint short check (length(value::text) < 9)"),
      (
        "23502",
        """
        alter table namespaced_defaults.settings add owner text not null default '';
        alter table namespaced_defaults.settings alter owner drop default
        """
      ),
      ("23505", "create unique index on namespaced_defaults.settings ((left(value::text, 1)))"),
      ("22P02", "alter table namespaced_defaults.settings add check ((value #>> '{}')::integer > 0) not valid"),
      ("42704", "alter table namespaced_defaults.settings add check ((value #>> '{}')::regrole is not null) not valid"),
      ("P0001", raising.replacing("%", "raise exception 'no %', new.value using detail = new.value, hint = new.value")),
      ("23514", raising.replacing("%", "raise exception 'no %', new.value using errcode = '23514', table = new.value")),
      ("42703", raising.replacing("%", "execute format('select %I', new.value #>> '{}')")),
      (
        "server",
        raising.replacing("%", "perform pg_terminate_backend(pg_backend_pid()); raise exception '%', new.value")
      ),
    ])
    func noErrorHasAValue(_ code: String, _ statement: String) throws {
      let fleet = try Fleet()
      let store = try fleet.open("a")
      try store.set("hello", forKey: "other")
      try fleet.sql(statement)
      let error = #expect(throws: DefaultsError.self) { try store.set("hunter2", forKey: "key") }
      #expect(error?.message.contains("hunter2") == false, "\(error!)")
      #expect(error?.message.contains(code) == true, "\(error!)")
    }

    /// They are the words of an operator's own objects, and of what the server lacks.
    @Test func aConstraintIsNamed() throws {
      let fleet = try Fleet()
      let store = try fleet.open("a")
      try fleet.sql("alter table namespaced_defaults.settings add constraint frozen check (value::text = '1')")
      let error = #expect(throws: DefaultsError.self) { try store.set("hunter2", forKey: "key") }
      #expect(error?.message.contains("\"frozen\"") == true)
    }
  }

  extension String {
    fileprivate func replacing(_ mark: String, _ text: String) -> String {
      guard let range = range(of: "begin \(mark)") else { return self }
      return replacingCharacters(in: range, with: "begin \(text)")
    }
  }
#endif
