#if os(Linux)
  import Testing

  struct ModelTests {
    @Test func theModelIsShownAgainAfterEachChange() throws {
      let home = try TemporaryHome()
      let shown = """
          Hello! The theme is light, launch 0.
        Through the model:
          Hello! The theme is dark, launch 0.
        By its typed key:
          Hello! The theme is dark, launch 1.
        By its name, on another thread:
          Hello! The theme is light, launch 1.
        In another process:
          Welcome back! The theme is light, launch 1.
        All at once:
          Hello! The theme is light, launch 0.

        """
      #expect(try home.run("Model") == shown)
    }
  }
#endif
