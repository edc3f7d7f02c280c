import Dispatch
import NamespacedDefaults
import NamespacedDefaultsLayers
import Observation
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import NamespacedDefaultsPlatform

/// A process for tests: carries out its arguments one after the other and prints a line for each that has a result.
///
///     open PATH | open-power-loss PATH | default     the store that the others use
///     open-json PATH | open-json-named NAME          a JSONStore, in the user's configuration
///     open-json-of-anyone PATH                       a JSONStore, whoever owns the file
///     open-environment PREFIX                        the variables that begin with it
///     open-layers PATH PATH                          both as layers, each a JSONStore if it ends with ".json"
///     choose PATH                                    the same, which is then the store of the process
///     use                                            the open store is that of the process from now on
///     set KEY INTEGER | get KEY | remove KEY | keys  print "ok", the value, how many keys
///     remove-all PREFIX                              the keys that begin with it, in one batch
///     fill KEY COUNT BYTES                           COUNT values of BYTES bytes, under KEY.0, KEY.1, …
///     increment KEY COUNT                            as many atomic updates, and a larger value of its own with each
///     read-again KEY                                 reads it by a typed key, awaits a tracer, and prints it twice
///     count KEY COUNT                                as many atomic updates, again if another program changes the value
///     synchronize | compact                          print "ok"
///     memory                                         prints how many KiB it has had in memory at most (Linux)
///     threads                                        prints how many threads it has (Linux)
///     await-tracer                                   waits until another process traces its system calls (Linux)
///     launch COUNT                                   as many times Defaults[.launchCount] += 1, on the open store
///     replace DIRECTORY COUNT                        as many times another process-wide store, each read through a key
///     track PREFIX COUNT                             reads as many keys with tracking, ends it, and prints the memory in KiB
///     track-once KEY                                 prints "fired" at the first change from now on
///     churn KEY                                      for ever: sets KEY to 1, 2, 3, … and prints each when it is set
///     count-up MEMORY | count-up-beside MEMORY       counts, here or in a thread, until enough was heard; see Readers
///     tell MEMORY                                    until then: reads the count, and tells it
///     hear MEMORY COUNT | hear-later MEMORY COUNT    reads as often after it was told another count, or a tick later
///     take-turns MEMORY MICROSECONDS                 for ever: an update that takes so long, and is counted
///     await-turns MEMORY SECONDS                     updates for so long, and prints how long one has waited at most
///     place                                          prints the directory of the user's configuration
///     ignore-arguments                               from now on no setting is read from the arguments
///     given ARGUMENTS                                prints Defaults[.launchCount], on the open store; the last command
///     write-until FILE                               updates and reads until there is such a file, whatever is thrown
///     await-file FILE                                waits until there is such a file
///     observe-all | unobserve-all                    observes all keys from now on, or no key any more
///     observe-many DIRECTORY COUNT                   observes as many stores, and prints the number of each with a change
///     observe-again KEY COUNT                        as often observes, tracks and sets it
///     queues | await-no-queue                        how many queues of inotify it has, or waits for none (Linux)
///     isolate                                        sets a setting in an isolation and, detached, outside of it
///     isolated                                       from now on this is a process whose tests are isolated
///     open-named NAME                                the store that the others use, in the user's configuration
///     observe KEY                                    from now on prints "KEY=VALUE" after each change
///     await TEXT                                     waits until a line with the text was printed
///     hold                                           prints "held" and keeps the store locked for ever
///     share FILE                                     prints "shared" and keeps a shared lock of the file until it ends
///     settle                                         waits until the other threads sleep (Linux)
///     fork                                           parent and child both go on; the parent waits at the end
///     fork-early                                     the same, and the child lacks the descriptors of the store's file
///     fork-while-writing COUNT                       children that write and observe, forked while threads do
///     fork-while-locked FILE                         a child that reads and writes, while a thread has locked memory
///     fork-in-own-transaction                        a child that is forked in a transaction, at the end of which both write
///     daemon                                         a child alone goes on, in the background
///     fork-in-transaction FILE                       a child that reads, makes the file and writes, while a thread is in one
///     no-bus-handler                                 no handler of bus errors is installed
///     replace-bus-handler                            the handler of bus errors is taken out
///     idle-child SECONDS                             a child that does nothing, and that nobody waits for
///     user ID | file-size BYTES | descriptors COUNT  what the process may do from now on
///     get-path KEY                                   prints the path of a URL
///     chroot DIRECTORY                               the directory that is the root from now on
///     print-problems                                 from now on prints "problem: " and each problem
///     use-descriptors | give-descriptors             opens as many files as it may, or closes them again
///     fatal-file-size BYTES                          the same, and the signal for what exceeds it ends the process
///     interrupt MICROSECONDS                         a signal so often
///     bus-handler                                    prints "handled" and ends with 7 at a bus error
///     bus-error FILE                                 maps it, empties it and reads what is mapped
///     raise SIGNAL                                   sends it to the process
///
/// What throws prints "error: " and the error, and the next argument is carried out.
@main
struct StoreProcess {
  private var arguments = CommandLine.arguments.dropFirst()
  private var store: (any DefaultsStore)?
  /// Others that are observed.
  private var stores: [any DefaultsStore] = []
  private var child: pid_t?
  private var observations: [DefaultsObservation] = []
  private var descriptors: [Int32] = []

  static func main() {
    var process = StoreProcess()
    while let command = process.arguments.popFirst() {
      do {
        try process.carryOut(command)
      } catch {
        say("error: \(error)")
      }
    }
    guard let child = process.child else { return }
    var status: Int32 = 0
    waitpid(child, &status, 0)
    exit(status == 0 ? 0 : 1)
  }

  private mutating func carryOut(_ command: String) throws {
    switch command {
    case "open": store = try FileStore(path: text())
    case "open-power-loss": store = try FileStore(path: text(), durability: .powerLoss)
    case "open-json": store = try JSONStore(path: text())
    case "open-json-of-anyone": store = try JSONStore(path: text(), owners: .anyone)
    case "open-environment": store = EnvironmentStore(prefix: text())
    case "open-layers": store = LayeredStore(try [layer(text()), layer(text())])
    case "open-json-named": store = try JSONStore(name: text())
    case "default": store = Defaults.store
    case "choose":
      store = try FileStore(path: text())
      if let store { Defaults.store = store }
    case "use": Defaults.store = try opened()
    case "set":
      let (key, value) = (text(), number())
      try opened().set(.integer(Int64(value)), forKey: key)
      say("ok")
    case "get":
      let value = try opened().value(forKey: text())
      if case .integer(let value) = value { say("\(value)") } else { say(value.map { "\($0)" } ?? "none") }
    case "keep":
      let key = DefaultsKey<String>(text(), store: try opened()) { UUID().uuidString }
      say(key ?= UUID().uuidString)
    case "get-path":
      say(try DefaultsKey<URL?>(text(), store: try opened()).read()?.path ?? "none")
    case "remove":
      try opened().set(nil, forKey: text())
      say("ok")
    case "read-again":
      let key = DefaultsKey<Int>(text(), defaultValue: 0, store: try opened())
      for _ in 0..<1000 { _ = key.value }
      while status("TracerPid") == "0" { usleep(1000) }
      say("ready")
      usleep(20_000)
      say("\(key.value)")
      say("\(key.value)")
    case "keys": say("\(try opened().keys().count)")
    case "fill": try fill()
    case "increment": try increment()
    case "count": try count()
    case "transfer": try transfer()
    case "sums": try addUp()
    case "remove-all":
      let prefix = text()
      try opened().removeAll { $0.hasPrefix(prefix) }
      say("ok")
    case "replace":
      let (directory, count) = (text(), number())
      for index in 0..<count {
        Defaults.store = try FileStore(path: "\(directory)/\(index).defaults")
        Defaults[.launchCount] += 1
        guard Defaults[.launchCount] == 1 else { throw Unusable(argument: command) }
      }
      say("ok")
    case "launch":
      let count = number()
      try Defaults.withStore(opened()) {
        for _ in 0..<count { Defaults[.launchCount] += 1 }
      }
      say("ok")
    case "place": say(try FileStore.directory(of: .config))
    case "ignore-arguments": Defaults.readsLaunchArguments = false
    case "use-arguments": Defaults.readsLaunchArguments = true
    case "given":
      let count = try Defaults.withStore(opened()) { Defaults[.launchCount] }
      say("\(count)")
      arguments = []
    case "synchronize":
      try opened().synchronize()
      say("ok")
    case "track": try track()
    case "track-once":
      let key = DefaultsKey<Int>(text(), defaultValue: 0, store: try opened())
      withObservationTracking {
        _ = key.value
      } onChange: {
        say("fired")
      }
    case "churn": try churn()
    case "count-up": try Readers(text()).countUp(in: opened())
    case "count-up-beside":
      let (readers, store) = (Readers(text()), try opened())
      DispatchQueue(label: "counter").async { try? readers.countUp(in: store) }
    case "tell": try say(Readers(text()).tell(from: opened()))
    case "hear": say(try Readers(text()).hear(number(), from: opened()))
    case "hear-later": say(try Readers(text()).hear(number(), from: opened(), afterATick: true))
    case "take-turns": try Turns(text()).take(opened(), microseconds: number())
    case "await-turns": say(try Turns(text()).wait(opened(), for: number()))
    case "write-until": try writeUntilStopped()
    case "await-file":
      let file = text()
      while access(file, F_OK) != 0 { usleep(1000) }
    case "observe-all": observations.append(try opened().observe { _ in })
    case "unobserve-all": observations = []
    case "observe-many": try observeMany()
    case "observe-again": try observeAgain()
    case "queues": say("\(try inotifyQueues())")
    case "await-no-queue": while try inotifyQueues() > 0 { usleep(1000) }
    case "bus-handler":
      signal(SIGBUS) { _ in
        write(STDOUT_FILENO, "handled\n", 8)
        _exit(7)
      }
    case "no-bus-handler": FileStore.handlesBusErrors = false
    case "replace-bus-handler": signal(SIGBUS, SIG_DFL)
    case "bus-error": try causeBusError()
    case "raise": raise(Int32(number()))
    case "compact":
      try (opened() as? FileStore)?.compact()
      say("ok")
    case "memory": say(status("VmHWM"))
    case "threads": say(status("Threads"))
    case "await-tracer": while status("TracerPid") == "0" { usleep(1000) }
    case "observe":
      let key = text()
      let setting = DefaultsAdapter(store: try opened())[key].key(as: PropertyListValue.self)
      observations.append(
        setting.observe { say("\(key)=\($0.newValue.map { "\($0)" } ?? "none")") }
      )
    case "await": Said.waitFor(text())
    case "use-descriptors":
      while true {
        let descriptor = dup(STDIN_FILENO)
        guard descriptor >= 0 else { break }
        descriptors.append(descriptor)
      }
    case "give-descriptors":
      for descriptor in descriptors { close(descriptor) }
    case "print-problems": Defaults.problemHandler = { say("problem: \($0)") }
    case "isolated": Defaults.isolateProcess()
    case "open-named": store = try FileStore(name: text())
    case "isolate":
      Defaults.store = try FileStore(name: "program")
      let ended = DispatchSemaphore(value: 0)
      Task {
        Defaults.isolateProcess()
        await Defaults.withStore(InMemoryStore()) {
          Defaults["inside"] = 1
          await Task.detached {
            Defaults["outside"] = 1
            Defaults["outside too"] = 1
          }.value
          Defaults.store = InMemoryStore(["set": 1])
          say("\(Defaults.hasKey("set")) \(Defaults.hasKey("inside"))")
        }
        say("\(Defaults.hasKey("set")) \(Defaults.hasKey("outside"))")
        ended.signal()
      }
      ended.wait()
    case "hold":
      try opened().transaction {
        say("held")
        while true { pause() }
      }
    case "share":
      guard flock(open(text(), O_RDONLY), LOCK_SH) == 0 else { throw Unusable(argument: command) }
      say("shared")
    case "settle": awaitSleepingThreads()
    case "fork": try fork()
    case "fork-early": try forkEarly()
    case "fork-while-writing": try forkWhileWriting(number())
    case "fork-in-transaction": try forkInTransaction()
    case "fork-while-locked": try forkWhileLocked()
    case "fork-in-own-transaction": try forkInOwnTransaction()
    case "daemon": guard daemon(1, 1) == 0 else { throw Unusable(argument: command) }
    case "idle-child":
      let seconds = number()
      guard try forked() == 0 else { break }
      close(STDOUT_FILENO)
      close(STDERR_FILENO)
      sleep(UInt32(seconds))
      _exit(0)
    case "user":
      let id = uid_t(number())
      guard setgid(id) == 0, setuid(id) == 0 else { throw Unusable(argument: command) }
    case "chroot":
      guard chroot(text()) == 0, chdir("/") == 0 else { throw Unusable(argument: command) }
    case "fatal-file-size":
      unblock(SIGXFSZ)
      signal(SIGXFSZ, SIG_DFL)
      setLimit(of: fileSizeLimit, to: number())
    case "file-size":
      signal(SIGXFSZ, SIG_IGN)
      setLimit(of: fileSizeLimit, to: number())
    case "descriptors": setLimit(of: descriptorLimit, to: number())
    case "interrupt":
      // Without SA_RESTART: calls in progress shall fail, not go on.
      var action = sigaction()
      #if canImport(Glibc)
        action.__sigaction_handler.sa_handler = { _ in }
      #elseif canImport(Musl)
        action.__sa_handler.sa_handler = { _ in }
      #else
        action.__sigaction_u.__sa_handler = { _ in }
      #endif
      sigaction(SIGALRM, &action, nil)
      let interval = timeval(tv_sec: 0, tv_usec: .init(number()))
      var timer = itimerval(it_interval: interval, it_value: interval)
      unblock(SIGALRM)
      setitimer(realTimer, &timer, nil)
    default: throw Unusable(argument: command)
    }
  }

  private mutating func fill() throws {
    let (key, count, size) = (text(), number(), number())
    for index in 0..<count {
      try opened().set(.data(Data(repeating: UInt8(truncatingIfNeeded: index), count: size)), forKey: "\(key).\(index)")
    }
    say("ok")
  }

  private mutating func increment() throws {
    let (key, count) = (text(), number())
    for index in 1...count {
      try opened().update(key) { value in
        if case .integer(let old) = value { value = .integer(old + 1) } else { value = .integer(1) }
      }
      try opened().set([
        "\(getpid())": .integer(Int64(index)),
        "\(getpid()).ballast": .data(Data(repeating: UInt8(index & 0xFF), count: 500)),
      ])
    }
    say("\(getpid())")
  }

  private mutating func count() throws {
    let (key, count) = (text(), number())
    for _ in 0..<count {
      while true {
        do {
          try opened().update(key) { value in
            if case .integer(let old) = value { value = .integer(old + 1) } else { value = .integer(1) }
          }
          break
        } catch let error as DefaultsError where error.code == .overwrittenFile {}
      }
    }
    say("ok")
  }

  private mutating func transfer() throws {
    let (count, store) = (number(), try opened())
    let (from, to) = (
      DefaultsKey("from", defaultValue: 0, store: store), DefaultsKey("to", defaultValue: 0, store: store)
    )
    for _ in 0..<count {
      try store.transaction {
        from.value -= 1
        to.value += 1
      }
    }
    say("ok")
  }

  /// Prints all sums that there ever were.
  private mutating func addUp() throws {
    let (count, store) = (number(), try opened())
    let (from, to) = (
      DefaultsKey("from", defaultValue: 0, store: store), DefaultsKey("to", defaultValue: 0, store: store)
    )
    var sums: Set<Int> = []
    for _ in 0..<count { sums.insert(try store.transaction { from.value + to.value }) }
    say(sums.sorted().map(\.description).joined(separator: " "))
  }

  private mutating func track() throws {
    let (prefix, count, store) = (text(), number(), try opened())
    withObservationTracking {
      for index in 0..<count { _ = DefaultsKey<Int>("\(prefix).\(index)", defaultValue: 0, store: store).value }
    } onChange: {
    }
    try store.set(1, forKey: "\(prefix).0")
    let status = try String(contentsOf: URL(filePath: "/proc/self/status"), encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    say(line.map { String($0.filter(\.isNumber)) } ?? "unknown")
  }

  private mutating func observeMany() throws {
    let (directory, count) = (text(), number())
    for index in 0..<count {
      let store = try FileStore(path: "\(directory)/\(index % 20)/\(index).defaults")
      stores.append(store)
      observations.append(store.observe { _ in say("\(index)") })
    }
    say("ok")
  }

  private mutating func observeAgain() throws {
    let (name, count) = (text(), number())
    let key = DefaultsKey<Int>(name, defaultValue: 0, store: try opened())
    for value in 1...count {
      withObservationTracking {
        _ = key.value
      } onChange: {
      }
      key.value = value
      key.observe { _ in }.cancel()
    }
    say("ok")
  }

  private mutating func churn() throws {
    let key = text()
    var value: Int64 = 0
    while true {
      value += 1
      try opened().set([key: .integer(value), "\(key).ballast": .data(Data(repeating: 1, count: 1000))])
      say("\(value)")
    }
  }

  private mutating func writeUntilStopped() throws {
    let file = text()
    var count = 0
    while access(file, F_OK) != 0 {
      try? opened().update("counter") { $0 = .integer(Int64(count)) }
      _ = try? opened().value(forKey: "counter")
      count += 1
    }
    say("ok")
  }

  private mutating func causeBusError() throws {
    let descriptor = open(text(), O_RDWR)
    guard let page = mmap(nil, 1, PROT_READ, MAP_SHARED, descriptor, 0), page != MAP_FAILED,
      ftruncate(descriptor, 0) == 0
    else { throw Unusable(argument: "bus-error") }
    say("\(page.load(as: UInt8.self))")
  }

  private mutating func fork() throws {
    let result = try forked()
    if result > 0 { child = result }
    if result == 0 { child = nil }
  }

  /// Forks a child that has in memory what a thread was opening, which the system copies after the descriptors.
  private mutating func forkEarly() throws {
    let (store, descriptors) = (try opened() as? FileStore, Int32(3)..<256)
    var (file, other) = (stat(), stat())
    guard let path = store?.path, stat(path, &file) == 0 else { throw Unusable(argument: "fork-early") }
    try fork()
    guard child == nil else { return }
    for descriptor in descriptors where fstat(descriptor, &other) == 0 && other.st_ino == file.st_ino {
      close(descriptor)
    }
  }

  private mutating func forkInOwnTransaction() throws {
    let store = try opened()
    var id: pid_t = 0
    do {
      try store.transaction {
        try store.update("count") { $0 = .integer(($0 == nil ? 0 : 1) + 1) }
        id = try forked()
      }
      say(id == 0 ? "child: ok" : "parent: ok")
    } catch {
      say("\(id == 0 ? "child" : "parent"): \(error)")
    }
    try store.set(true, forKey: id == 0 ? "child" : "parent")
    if id > 0 { child = id }
  }

  /// Forks children while threads write and observe, each of which does so too, and prints how many have ended well.
  private mutating func forkWhileWriting(_ count: Int) throws {
    let store = try opened()
    let keys = (
      parent: DefaultsKey<Int>("thread 0", defaultValue: -1, store: store),
      child: DefaultsKey<Int>("child", defaultValue: -1, store: store)
    )
    // Swift's runtime takes locks of its own when a type is used for the first time, and a child that finds one locked
    // waits for ever. So all is done once before.
    keys.parent.value = 0
    guard try isEndedWell(0, keys, in: store), keys.child.value == 0 else { throw Unusable(argument: "no thread") }
    // It takes its time, so that a thread is often calling it when a child is forked.
    observations.append(store.observe { _ in _ = usleep(200) })
    for thread in 0..<2 {
      work("writer \(thread)") { try? store.set(.integer(Int64($0)), forKey: "thread \(thread)") }
    }
    work("observer") {
      let key = DefaultsKey<Int>("key \($0 % 100)", defaultValue: 0, store: store)
      key.observe { _ in }.cancel()
      _ = key.value
    }
    work("holder") { _ in
      heldOften.withLock { isHeld in
        isHeld = 1
        usleep(500)
        isHeld = 0
      }
    }
    while rounds.withLock({ $0.count < 4 || $0.values.contains { $0 < 200 } }) { usleep(1000) }
    var ended = 0
    while ended < count, try isEndedWell(ended + 1, keys, in: store) { ended += 1 }
    say("\(ended)")
  }

  /// Starts a thread that does something again and again, with pauses in which the children get the file's lock.
  ///
  /// The observer hears of all writes then. Else each child would have to hear first what its parent has not heard yet.
  private func work(_ label: String, _ body: @escaping @Sendable (Int) -> Void) {
    DispatchQueue(label: label).async {
      for round in 0... {
        body(round)
        rounds.withLock { $0[label] = round }
        usleep(1000)
      }
    }
  }

  /// Forks a child that writes, observes and reads.
  private func isEndedWell(
    _ number: Int,
    _ keys: (parent: DefaultsKey<Int>, child: DefaultsKey<Int>),
    in store: any DefaultsStore
  ) throws -> Bool {
    let id = try forked()
    if id == 0 {
      // A child that hangs is ended by a signal.
      alarm(20)
      let isWritten = (try? store.set(.integer(1), forKey: "child \(number)")) != nil
      let observation = keys.child.observe { _ in childHeard.store(true, ordering: .relaxed) }
      keys.child.value = number
      let isRead = keys.parent.value >= 0 && (try? store.value(forKey: "child \(number)")) == .some(.integer(1))
      // Its parent's threads may have been calling observers, and are not here.
      while !childHeard.load(ordering: .relaxed) { usleep(1000) }
      observation.cancel()
      _exit(isWritten && isRead && heldOften.withLock { $0 } == 0 ? 0 : 1)
    }
    var status: Int32 = 0
    waitpid(id, &status, 0)
    return status == 0
  }

  /// Forks a child while another thread is in a transaction, which ends when the child has read.
  private mutating func forkInTransaction() throws {
    let (store, file) = (try opened(), text())
    let (begun, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    try store.set(["a": 1, "b": 1])
    DispatchQueue(label: "transaction").async {
      try? store.transaction {
        try store.set(2, forKey: "a")
        begun.signal()
        while access(file, F_OK) != 0 { usleep(1000) }
        try store.set(2, forKey: "b")
      }
      ended.signal()
    }
    begun.wait()
    let id = try forked()
    if id == 0 {
      alarm(20)
      let before = try store.value(forKey: "a")
      close(open(file, O_CREAT | O_WRONLY, 0o600))
      try store.transaction { try store.set(3, forKey: "c") }
      let after = try (store.value(forKey: "a"), store.value(forKey: "b"))
      say("\(before ?? "none") \(after.0 ?? "none") \(after.1 ?? "none")")
      _exit(0)
    }
    var status: Int32 = 0
    waitpid(id, &status, 0)
    ended.wait()
    say(status == 0 ? "ok" : "\(status)")
  }

  /// Forks a child while another thread has the memory of a store locked that is in a file, and of one that is not.
  private mutating func forkWhileLocked() throws {
    let (store, file) = (try opened(), text())
    let (locked, free) = (InMemoryStore(["a": 1]), InMemoryStore(["a": 1]))
    let key = DefaultsKey<Int>("a", defaultValue: 0, store: locked)
    try store.set(1, forKey: "a")
    let (begun, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    DispatchQueue(label: "reader").async {
      locked.context.withLock {
        store.context.withLock {
          begun.signal()
          while access(file, F_OK) != 0 { usleep(1000) }
        }
      }
      ended.signal()
    }
    begun.wait()
    let id = try forked()
    if id == 0 {
      alarm(20)
      do {
        say("\(try (locked as any DefaultsStore).value(forKey: "a") ?? "none")")
      } catch {
        say("\(error)")
      }
      say("\(key.value)")
      try free.set(2, forKey: "b")
      say("\(free.keys().sorted())")
      try store.set(2, forKey: "b")
      say("\(try store.keys().sorted())")
      close(open(file, O_CREAT | O_WRONLY, 0o600))
      _exit(0)
    }
    var status: Int32 = 0
    waitpid(id, &status, 0)
    ended.wait()
    say(status == 0 ? "ok" : "\(status)")
  }

  private func forked() throws -> pid_t {
    // Swift hides fork(2), for it is rarely right.
    typealias Fork = @convention(c) () -> pid_t
    guard let symbol = dlsym(nil, "fork") else { throw Unusable(argument: "fork") }
    return unsafeBitCast(symbol, to: Fork.self)()
  }

  private func layer(_ path: String) throws -> any DefaultsStore {
    path.hasSuffix(".json") ? try JSONStore(path: path) : try FileStore(path: path)
  }

  private func opened() throws -> any DefaultsStore {
    guard let store else { throw Unusable(argument: "no store is open") }
    return store
  }

  private mutating func text() -> String { arguments.popFirst() ?? "" }

  private mutating func number() -> Int { Int(text()) ?? 0 }
}

extension DefaultsKeys {
  static let launchCount = DefaultsKey<Int>("launchCount", defaultValue: 0)
}

/// A state whose lock a thread has half of the time.
private let heldOften = Guarded(0)

/// How often each of the threads has done its work.
private let rounds = Guarded([String: Int]())

/// Whether the observer of a forked child was called.
private let childHeard = Atomic(false)

private struct Unusable: Error {
  let argument: String
}

// glibc declares them as enumerations that its own functions do not take.
#if canImport(Glibc)
  private let realTimer = Int32(ITIMER_REAL.rawValue)
  private let fileSizeLimit = Int32(RLIMIT_FSIZE.rawValue)
  private let descriptorLimit = Int32(RLIMIT_NOFILE.rawValue)
#else
  private let realTimer = ITIMER_REAL
  private let fileSizeLimit = RLIMIT_FSIZE
  private let descriptorLimit = RLIMIT_NOFILE
#endif

private func setLimit(of resource: Int32, to value: Int) {
  var limit = rlimit()
  getrlimit(resource, &limit)
  limit.rlim_cur = rlim_t(value)
  setrlimit(resource, &limit)
}

/// Waits until the other threads have slept for a while, because a child that is forked while one of them has a lock of
/// Swift's runtime waits for it for ever.
private func awaitSleepingThreads() {
  #if os(Linux)
    let own = "\(getpid())"  // commands are carried out on the first thread
    var count = 0
    while count < 50 {
      let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
      let states = threads.filter { $0 != own }.map { thread -> Substring? in
        let line = try? String(contentsOfFile: "/proc/self/task/\(thread)/stat", encoding: .utf8)
        return line?.split(separator: " ").dropFirst(2).first
      }
      count = states.allSatisfy { $0 == "S" } ? count + 1 : 0
      usleep(1000)
    }
  #endif
}

/// Returns how many queues of inotify this process has (Linux).
private func inotifyQueues() throws -> Int {
  try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").filter {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == "anon_inode:inotify"
  }.count
}

/// Returns the number after a name in the status of this process (Linux).
private func status(_ name: String) -> String {
  let descriptor = open("/proc/self/status", O_RDONLY)
  defer { close(descriptor) }
  var bytes = [UInt8](repeating: 0, count: 4096)
  let count = read(descriptor, &bytes, bytes.count)
  let lines = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(separator: "\n")
  let words = lines.first { $0.hasPrefix(name + ":") }?.split(whereSeparator: { $0 == "\t" || $0 == " " })
  return words.map { String($0[1]) } ?? "none"
}

/// Unblocks a signal, which the process that has started this one may have blocked.
func unblock(_ signal: Int32) {
  var signals = sigset_t()
  sigemptyset(&signals)
  sigaddset(&signals, signal)
  sigprocmask(SIG_UNBLOCK, &signals, nil)
}

/// Prints a line at once, with one write.
private func say(_ text: String) {
  let line = Array((text + "\n").utf8)
  while write(STDOUT_FILENO, line, line.count) < 0, errno == EINTR {}
  Said.append(text)
}

/// The lines that were printed.
private enum Said {
  private static let lines = Mutex<[String]>([])

  static func append(_ line: String) { lines.withLock { $0.append(line) } }

  /// Waits for a line that contains a text; it comes on another thread.
  static func waitFor(_ text: String) {
    while !lines.withLock({ $0.contains { $0.contains(text) } }) { usleep(1000) }
  }
}
