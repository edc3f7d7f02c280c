import Foundation
import NamespacedDefaults
import Testing

struct DefaultsToolStoreTests {
  @Test func withoutAStoreItAsksForOne() throws {
    let home = try TemporaryHome()
    let running = try RunningTool(
      executable: home.products.appending(path: "defaults"),
      arguments: ["list"],
      environment: ["HOME": home.directory.path],
      directory: home.directory
    )
    #expect(
      running.finish()
        == .init(
          errors: """
            Error: Which store? Name it with --store, such as "--store my-app" or "--store ./my-app.defaults", or set \
            the environment variable DEFAULTS_STORE.
            Usage: defaults list [<key|namespace>] [--format <format>] [--schema <file>] [--show-secrets] [--origin] [--store <name|path>] [--layers <name>] [--mandatory <key> ...] [--any-owner]
              See 'defaults list --help' for more information.

            """,
          status: 64
        )
    )
  }

  @Test(
    arguments: [
      (
        "postgresql://db.example/settings",
        "Which store of the database? Add its name to the address, as in postgresql://host/database#fleet"
      ),
      ("postgresql://ada:x#secret@db.example/#fleet", "In an address, # and @ of a password are written %23 and %40."),
      ("postgres:/#fleet", "The address of a store on a server is written postgresql://host/database#fleet"),
      ("PostgreSQL://#fleet", "The address of a store on a server is written postgresql://host/database#fleet"),
      ("host=/tmp dbname=settings", "The address of a store on a server is written postgresql://host/database#fleet"),
    ]
  )
  func whatIsNoAddressOfAServerIsNoFileEither(address: String, message: String) throws {
    let tool = try DefaultsToolHome()
    #expect(
      try tool.run("write", "a", "1", "--store", address) == .init(errors: "Error: \(message)\n", status: 64)
    )
    #expect(try FileManager.default.contentsOfDirectory(atPath: tool.path) == [])
  }

  @Test(
    arguments: [["write", "a", "2"], ["delete", "a"], ["rename", "a", "b"], ["edit"], ["import", "new.json"]]
  )
  func whatAMachineKnowsOfAServerIsNotWritten(arguments: [String]) throws {
    let tool = try DefaultsToolHome()
    let store = try FileStore(path: tool.store)
    try store.set(["a": 1, "NamespacedDefaults.replica": ["store": "fleet"]])
    try Data(#"{"a": 2}"#.utf8).write(to: URL(filePath: tool.path + "/new.json"))
    let outcome = try tool.run(executable: tool.executable, arguments)
    #expect(
      outcome.errors == """
        Error: \(realPath(tool.store)) is what this machine knows of a store on a server. Write to that one: \
        --store postgresql://…

        """
    )
    #expect(outcome.status == 64)
    #expect(try store.value(forKey: "a") == 1)
    #expect(try tool.output("read", "a") == "1\n")
  }

  #if Postgres
    @Test func whatAReplicaKnowsIsReadWhileTheServerIsAway() throws {
      let tool = try DefaultsToolHome()
      let replica = try FileStore(path: tool.path + "/fleet.defaults")
      let record: PropertyListValue = [
        "store": "fleet", "hosts": [.string("\(tool.path):5432")], "database": "settings", "version": 1, "token": "a",
        "boot": "b",
      ]
      try replica.set(["NamespacedDefaults.replica": record, "a": 1])
      let address = "postgres:///settings?host=\(tool.path)#fleet#\(replica.path)"
      #expect(try tool.run("read", "a", "--store", address).output == "1\n")
      #expect(try tool.run("write", "a", "2", "--store", address).status == 2)
    }

    @Test func aServerThatIsAwayIsAnError() throws {
      let tool = try DefaultsToolHome()
      let outcome = try tool.run("list", "--store", "postgres:///settings?host=\(tool.path)#fleet")
      #expect(outcome.errors.hasPrefix("Error: the server of \"fleet\" cannot be reached: "))
      #expect(outcome.output == "")
      #expect(outcome.status == 2)
    }
  #else
    @Test func withoutTheTraitItIsSaidHowToGetIt() throws {
      #expect(
        try DefaultsToolHome().run("list", "--store", "postgresql:///settings#fleet")
          == .init(
            errors: "Error: This tool was built without PostgreSQL. Build it with --traits default,Postgres\n",
            status: 64
          )
      )
    }
  #endif

  @Test(.enabled(if: geteuid() == 0, "only root can give a file away"))
  func theFileOfAnotherUserIsUsedOnlyIfThatIsMeant() throws {
    let tool = try DefaultsToolHome()
    _ = try tool.run("write", "a", "1")
    // The directory too, because nobody else could have put the file into one of root's.
    #expect(chown(tool.store, 12345, 12345) == 0 && chown(tool.path, 12345, 12345) == 0)
    #expect(
      try tool.run("read", "a")
        == .init(
          errors: """
            Error: \(realPath(tool.store)) was left untouched: it belongs to another user (12345), who may have put it \
            there; repeat the command with --any-owner if that is meant

            """,
          status: 2
        )
    )
    #expect(try tool.run("write", "a", "2", "--any-owner") == .init())
    #expect(try tool.output("read", "a", "--any-owner") == "2\n")
  }

  @Test func theOptionComesBeforeTheEnvironment() throws {
    let tool = try DefaultsToolHome()
    _ = try tool.run("write", "a", "of the environment")
    #expect(try tool.output("write", "a", "of the option", "--store", "./other.defaults") == "")
    #expect(try tool.output("read", "--store", tool.path + "/other.defaults", "a") == "of the option\n")
    #expect(try tool.output("read", "a") == "of the environment\n")
  }

  @Test(arguments: ["read", "list", "delete --all"])
  func aMissingStoreIsSaidSoAndNotCreated(command: String) throws {
    let tool = try DefaultsToolHome()
    let arguments = command.split(separator: " ").map(String.init) + ["--store", "./nope.defaults"]
    #expect(
      try tool.run(executable: tool.executable, arguments)
        == .init(
          errors: "Error: There is no store at \(realPath(tool.path))/nope.defaults. \"defaults write\" creates it.\n",
          status: 1
        )
    )
    _ = try tool.run("write", "a", "1")
    #expect(
      try tool.run(executable: tool.executable, arguments)
        == .init(
          errors: "Error: There is no store at \(realPath(tool.path))/nope.defaults. Beside it are: app.\n",
          status: 1
        )
    )
    #expect(try FileManager.default.contentsOfDirectory(atPath: tool.path) == ["app.defaults"])
  }

  @Test func aPathIsNotAName() throws {
    let tool = try DefaultsToolHome()
    try FileManager.default.createDirectory(atPath: tool.path + "/in", withIntermediateDirectories: true)
    let outcome = try tool.run("write", "a", "1", "--store", "in/../x")
    #expect(outcome == .init())
    #expect(try FileManager.default.contentsOfDirectory(atPath: tool.path).sorted() == ["in", "x"])
  }

  @Test func aFileOfAnotherKindIsLeftAsItIs() throws {
    let tool = try DefaultsToolHome()
    try Data("key = value\n".utf8).write(to: URL(filePath: tool.store))
    let refusal = DefaultsToolHome.Outcome(
      errors: "Error: \(realPath(tool.store)) was left untouched: "
        + "it is not a defaults file, or its header is damaged beyond reading\n",
      status: 2
    )
    #expect(try tool.run("list") == refusal)
    #expect(try tool.run("write", "a", "1") == refusal)
    #expect(try tool.run("verify") == refusal)
    #expect(try Data(contentsOf: URL(filePath: tool.store)) == Data("key = value\n".utf8))
  }

  @Test(arguments: ["list", "read", "verify", "write a 1", "export", "watch --count 1", "edit", "find a"])
  func aPipeIsNoStore(command: String) throws {
    let tool = try DefaultsToolHome()
    try #require(mkfifo(tool.path + "/fifo", 0o600) == 0)
    let arguments = command.split(separator: " ").map(String.init)
    #expect(
      try tool.run(executable: tool.executable, arguments + ["--store", "./fifo"])
        == .init(errors: "Error: \(realPath(tool.path))/fifo was left untouched: it is a pipe\n", status: 2)
    )
  }

  @Test func aDeviceIsNoStore() throws {
    #expect(
      try DefaultsToolHome().run("list", "--store", "/dev/null")
        == .init(errors: "Error: /dev/null was left untouched: it is a device\n", status: 2)
    )
  }

  @Test func aFileInTheDirectorysPlaceIsAnError() throws {
    let tool = try DefaultsToolHome()
    try Data().write(to: URL(filePath: tool.path + "/file"))
    #expect(
      try tool.run("write", "a", "1", "--store", "file/app")
        == .init(errors: "Error: open \(realPath(tool.path))/file/app: Not a directory\n", status: 2)
    )
  }

  @Test func whereNothingMayBeWrittenReadingStillWorks() throws {
    let tool = try DefaultsToolHome()
    _ = try tool.run("write", "a", "1")
    let directory = tool.path + "/locked"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    try FileManager.default.moveItem(atPath: tool.store, toPath: directory + "/app.defaults")
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: directory + "/app.defaults")
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: directory)
    defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: directory) }

    let file = "\(realPath(directory))/app.defaults"
    func denied(_ path: String, _ mode: String) -> String {
      let (owner, user) = geteuid() == 0 ? ("root", 65534) : ("user \(geteuid())", geteuid())
      return "Permission denied (\(path) belongs to \(owner), mode \(mode), and user \(user) may not write it)"
    }
    #expect(try tool.runUnprivileged("read", "a", "--store", file) == .init(output: "1\n"))
    #expect(
      try tool.runUnprivileged("write", "a", "2", "--store", file)
        == .init(errors: "Error: open \(file): \(denied(file, "0444"))\n", status: 2)
    )
    #expect(
      try tool.runUnprivileged("write", "a", "2", "--store", "\(directory)/new")
        == .init(errors: "Error: open \(realPath(directory))/new: \(denied(realPath(directory), "0555"))\n", status: 2)
    )
  }

  @Test func aDirectoryOfSettingsThatMayNotBeReadIsAnError() throws {
    let tool = try DefaultsToolHome()
    let directory = tool.path + "/.config"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    try FileManager.default.setAttributes([.posixPermissions: 0o311], ofItemAtPath: directory)
    defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: directory) }
    #expect(
      try tool.runUnprivileged("domains")
        == .init(errors: "Error: Could not read \(directory): Permission denied\n", status: 2)
    )
  }

  #if !canImport(Darwin)  // There a name is a suite of UserDefaults, whose files are the system's business.
    @Test func aNameIsAFileInTheDirectoryOfSettings() throws {
      let tool = try DefaultsToolHome()
      #expect(try tool.output("write", "a", "1", "--store", "my-app") == "")
      #expect(FileManager.default.fileExists(atPath: tool.path + "/.config/my-app.defaults"))
    }

    @Test(arguments: ["", ".", ".."])
    func aNameThatLeadsElsewhereIsRefused(name: String) throws {
      let tool = try DefaultsToolHome()
      #expect(
        try tool.run("write", "a", "1", "--store", name)
          == .init(
            errors: "Error: \"\(name)\" cannot name a store: "
              + "a name has no NUL, and no part of it is empty, \".\" or \"..\"\n",
            status: 2
          )
      )
    }

    @Test func aProgramReadsWhatWasWrittenAndTheOtherWayRound() throws {
      let tool = try DefaultsToolHome()
      for arguments in [
        ["Account.loginCount", "-int", "41"], ["Account.isUserLoggedIn", "yes"],
        ["Onboarding.finishedSteps", "-array", "a"],
        ["User.ada.theme", "dark"], ["Account.firstLogin", "-date", "2026-01-31T15:04:05Z"],
      ] {
        let outcome = try tool.run(executable: tool.executable, ["write"] + arguments + ["--store", "Tour"])
        #expect(outcome == .init())
      }
      let tour = try Tour(tool.home.run("Tour"))
      #expect(tour["Defaults.Account.integer(forKey: .loginCount)"] == "41")
      #expect(tour["Defaults.Account.bool(forKey: .isUserLoggedIn)"] == "true")
      #expect(tour["Defaults.Onboarding[.finishedSteps]"] == "[\"a\"]")
      #expect(tour["User(id: \"ada\").object(Theme.self, forKey: .theme)"] == "dark")
      #expect(tour["Defaults.Account.date(forKey: .firstLogin)"] == "2026-01-31T15:04:05Z")
      #expect(try tool.output("read", "--store", "Tour", "Account.loginCount") == "42\n")
      #expect(try tool.output("read", "--store", "Tour", "Onboarding.finishedSteps") == "[\"a\",\"step\"]\n")
    }
  #endif
}

extension DefaultsToolHome {
  /// Runs the command as a user who may not do everything.
  fileprivate func runUnprivileged(_ arguments: String...) throws -> Outcome {
    guard geteuid() == 0 else { return try run(executable: executable, arguments) }
    // That user may not enter the directory of the build.
    let copy = path + "/defaults"
    if !FileManager.default.fileExists(atPath: copy) {
      try FileManager.default.copyItem(atPath: executable.path, toPath: copy)
    }
    let setpriv = ["--reuid=65534", "--regid=65534", "--clear-groups", copy]
    return try run(executable: URL(filePath: "/usr/bin/setpriv"), setpriv + arguments)
  }
}
