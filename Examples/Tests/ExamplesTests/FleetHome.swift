#if Postgres && os(Linux)
  import Foundation

  /// A home directory in which servers of PostgreSQL are made, and which ends them.
  final class FleetHome {
    /// Where the programs of a server are, if one is installed.
    static let programs: String? = {
      guard let output = popen("pg_config --bindir 2> /dev/null", "r") else { return nil }
      defer { pclose(output) }
      var line: [CChar] = Array(repeating: 0, count: Int(PATH_MAX))
      guard let folder = fgets(&line, Int32(line.count), output) else { return nil }
      let path = String(cString: folder).trimmingCharacters(in: .newlines)
      return access("\(path)/initdb", X_OK) == 0 ? path : nil
    }()

    /// Short, because the path of a socket has at most 103 bytes.
    let path: String
    let environment: [String: String]

    init() throws {
      var template = Array("/tmp/fleet-XXXXXX".utf8CString)
      guard mkdtemp(&template) != nil else { throw CocoaError(.fileWriteUnknown) }
      path = String(decoding: template.dropLast().map(UInt8.init), as: UTF8.self)
      let products = Bundle.main.bundleURL.path
      let system = ProcessInfo.processInfo.environment["PATH"] ?? ""
      environment = ["HOME": path, "PATH": "\(path)/bin:\(products):\(system)", "LC_ALL": "C"]
      if geteuid() == 0 { try letAnotherUserRunServers() }
    }

    deinit {
      for server in ["db1", "db2"] {
        let note = try? String(contentsOfFile: "\(path)/fleet/\(server)/postmaster.pid", encoding: .utf8)
        guard let process = note?.split(separator: "\n").first.flatMap({ pid_t($0) }) else { continue }
        kill(process, SIGQUIT)
        // It writes until it has ended.
        for _ in 0..<500 where kill(process, 0) == 0 { usleep(10_000) }
      }
      try? FileManager.default.removeItem(atPath: path)
    }

    /// A server refuses root, as who tests often run.
    private func letAnotherUserRunServers() throws {
      guard let account = getpwnam("postgres") ?? getpwnam("nobody"), let programs = Self.programs else { return }
      let (id, group) = (account.pointee.pw_uid, account.pointee.pw_gid)
      chmod(path, 0o711)
      try FileManager.default.createDirectory(atPath: "\(path)/bin", withIntermediateDirectories: false)
      for program in ["initdb", "pg_ctl", "pg_basebackup"] {
        let wrapper = """
          #!/bin/sh
          chown \(id) .
          exec setpriv --reuid=\(id) --regid=\(group) --clear-groups \(programs)/\(program) "$@"

          """
        try wrapper.write(toFile: "\(path)/bin/\(program)", atomically: true, encoding: .utf8)
        chmod("\(path)/bin/\(program)", 0o755)
      }
    }
  }

  /// A shell that is told one script after the other.
  final class Shell {
    private let process = Process()
    private let input = Pipe()
    /// Where it prints to, and how the names of its scripts begin.
    private let files: (output: String, script: String)
    private var scriptCount = 0
    /// The length of the output that has been looked at.
    private var seen = 0

    init(_ name: String, in home: FleetHome) throws {
      files = ("\(home.path)/\(name).output", "\(home.path)/\(name).script")
      try Data().write(to: URL(filePath: files.output))
      let output = try FileHandle(forWritingTo: URL(filePath: files.output))
      process.executableURL = URL(filePath: "/bin/bash")
      process.environment = home.environment
      process.currentDirectoryURL = URL(filePath: home.path)
      process.standardInput = input
      process.standardOutput = output
      process.standardError = output
      try process.run()
      try type("trap status=1 ERR")
    }

    deinit {
      // What goes on in it gets the signal too.
      process.terminate()
      try? input.fileHandleForWriting.close()
    }

    /// What it has printed since it was last looked at.
    var output: String {
      let all = FileManager.default.contents(atPath: files.output) ?? Data()
      return String(decoding: all.dropFirst(seen), as: UTF8.self)
    }

    /// Carries a script out.
    ///
    /// - Parameters:
    ///   - script: The commands.
    ///   - goesOn: Whether they are not waited for.
    /// - Returns: Whether every command has succeeded.
    /// - Throws: What kept it from being told.
    func run(_ script: String, goesOn: Bool) throws -> Bool {
      scriptCount += 1
      seen += output.utf8.count
      let file = "\(files.script)\(scriptCount)"
      try script.write(toFile: file, atomically: true, encoding: .utf8)
      // The commands must not read what is typed after them.
      try type("status=0; . \(file) < /dev/null; echo $status > \(file).status; mv \(file).status \(file).ended")
      guard !goesOn else { return true }
      var status: String?
      waitUntil {
        status = try? String(contentsOfFile: file + ".ended", encoding: .utf8)
        return status != nil
      }
      return status == "0\n"
    }

    /// Returns whether it shows a text, and nothing else, at the latest after a while.
    ///
    /// An ellipsis stands for the rest of a line.
    func shows(_ text: String) -> Bool {
      let isShown = waitUntil {
        zip(Self.lines(output), Self.lines(text)).allSatisfy { shown, wanted in
          shown.count == wanted.count
            && zip(shown, wanted).allSatisfy { $1.hasSuffix("…") ? $0.hasPrefix($1.dropLast()) : $0 == $1 }
        }
      }
      if isShown { seen += output.utf8.count }
      return isShown
    }

    /// The warnings, which another thread prints, and the other lines; each space in them is one.
    private static func lines(_ text: String) -> [[String]] {
      let lines = text.split(separator: "\n").map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
        .filter { !$0.isEmpty }
      let isWarning = { (line: String) in line.hasPrefix("Warning:") }
      return [lines.filter(isWarning).sorted(), lines.filter { !isWarning($0) }]
    }

    private func type(_ line: String) throws {
      try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
    }

    /// Waits for a time that is enough on any machine.
    @discardableResult
    private func waitUntil(_ condition: () -> Bool) -> Bool {
      for _ in 0..<3000 {
        if condition() { return true }
        usleep(20_000)
      }
      return false
    }
  }
#endif
