import Foundation

/// The page that is made of the measurements.
struct Report {
  let stores: [Measurement]
  let polls: [Measurement]
  let watches: [Measurement]

  private var all: [Measurement] { stores + polls + watches }

  var text: String {
    """
    # How far a PostgresStore goes

    Made by `Tests/Fleet/measure`. \(Given.text("MACHINE")).

    All of it is on this one machine: the servers, the writer and all clients share its processors, and talk over TCP without
    TLS. Both servers wait for the disk at each commit. So the times are those of computing and of the disk, and a network comes
    on top. Processor time says more about other machines. Meanwhile other work took \(short(others)) of the processors (median).

    ## How soon a change is everywhere

    One process makes \(Given.number("CHANGES")) changes, each 150 to 350 ms after the last one. The times begin with the call
    that writes, so that the commit is in them. Each listener is a process, except where it says otherwise.

    | who listens | listeners | connections | the write: median | one knows: median | all know: median | all know: 99th |
    | --- | ---: | ---: | ---: | ---: | ---: | ---: |
    \(rows(all) {
      ["\($0.connections)", time($0.write), time($0.one), time($0.all.median), time($0.all.late)]
    })

    With many listeners a write returns after most of them know: its answer waits behind them for a processor.

    ## What it takes

    Processor time of the server, and statements. *Idle* is a second in which nothing changes. What a change takes comes on top
    of that. The clients' time is that of all of them together. The memory is that which only the server's process for the
    connection has; etcd has one process for all, and no statements.

    | who listens | listeners | idle | statements | a change | statements | the clients | memory |
    | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
    \(rows(all) {
      [
        time($0.idle.time), statements($0, $0.idle.statements), time(max(0, $0.change.time)),
        statements($0, max(0, $0.change.statements)), time($0.clientTime), $0.memory.map(size) ?? "",
      ]
    })

    To open a connection takes \(time(thousand.opening)) of a `PostgresStore`'s server, and \(time(watches[1].opening)) of etcd.

    ## When all connections are lost

    The server ends all connections of listeners, and a change is made. The time is until all have connected again and know it.
    The processor time is the server's for each connection.

    | who listens | listeners | all know | a connection |
    | --- | ---: | ---: | ---: |
    \(rows(stores) { [time($0.loss?.wait ?? 0), time($0.loss?.time ?? 0)] })

    ## Reads meanwhile

    One of the processes reads in one thread, while 20 changes a second arrive at all of them. A store reads its replica. Who
    polls and keeps no copy asks the server.

    | who reads | listeners | reads in a second |
    | --- | ---: | ---: |
    \(rows(stores + [polls[1]]) { [$0.reads.map(whole) ?? ""] })

    ## On paper: 10,000 machines

    A machine has one listener: with a replica in a file, one of its processes listens for all. What a listener takes of the
    server was measured with \(whole(Double(thousand.listeners))) of them. This is that, times the number of machines:

    | machines | memory | a change | a change, on 16 processors | heartbeats in a second | idle, in a second | all connect again |
    | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
    \([100, 1000, 10_000].map(projection).joined(separator: "\n"))

    - **Connections.** Each listener is a process of the server, which takes 100 of them as it comes (`max_connections`).
      \(size(memory * 10_000)) for 10,000 is memory that its cache lacks.
    - **The herd.** A change wakes all listeners at once, and each asks with one query. A write waits behind them: here its
      median is \(time(stores[0].write)) with 1 listener, and \(time(thousand.write)) with \(whole(Double(thousand.listeners))). A
      fleet's settings change seldom. At one change a second, 10,000 machines keep \(short(change * 10)) processors busy.
    - **All connect again**, as after a restart of the server. This is the greatest load. The first attempt of a listener comes at
      any moment of half a second, and later ones of a span that doubles up to 10 s. So 10,000 that have waited for long are
      1,000 connections a second, which keep \(short(again)) processors busy; the rest of the time is the server's.
    - **NOTIFY's lock.** Commits that notify wait for each other, in all databases of the server, also while they wait for the
      disk. 16 clients that each insert a row commit \(whole(Double(Given.number("COMMITS")))) times a second, and
      \(whole(Double(Given.number("NOTIFYING")))) times with a `pg_notify` in it. This bounds the writes of all stores of a server
      together. Commits that do not notify are not concerned.
    - **Standbys.** Nobody can listen to a standby, so standbys take nothing of this load. What reads there has to ask. 10,000
      machines that ask for one row each second are \(whole(pollRate * 10_000)) statements a second and
      \(short(pollTime * 10)) processors, shared by as many standbys as one likes. A `PostgresStore` does not do this.

    ### Where to stop

    **At 1,000 machines for a server.** So many were measured, on the processors above: a change is everywhere after
    \(time(thousand.all.late)) (99th), and \(time(thousand.loss?.wait ?? 0)) after all connections are lost all know again. On paper,
    10,000 take ten times as much of everything, and \(time(again * 10_000)) of processor time after each restart; nobody has
    tried it. What to use then:

    - **Seconds are soon enough:** each machine asks a standby for the version of the store
      (`SELECT version FROM namespaced_defaults.stores`), and for the values only if it has changed.
    - **A cache in between:** 100 machines listen, and each hands the state on to 100 others, as a file or over HTTP.
    - **Milliseconds, for all:** etcd or Consul, which are made for this. A watch of etcd takes \(time(watch)) of its processor
      time for a change, a listener of a `PostgresStore` \(time(change)). The price is another cluster, with backups of its own.
    - **Many changes a second:** a message bus. Those are not settings.
    """
  }

  private var others: Double { all.map(\.others).sorted()[all.count / 2] }
  private var thousand: Measurement { stores[3] }

  // What a listener takes, of the measurement with the most of them.

  private var memory: Double { thousand.memory ?? 0 }
  private var change: Double { (thousand.change.time - stores[0].change.time) / Double(thousand.listeners - 1) }
  private var again: Double { thousand.loss?.time ?? 0 }
  private var idle: Double { thousand.idle.time / Double(thousand.listeners) }
  private var heartbeats: Double { thousand.idle.statements / Double(thousand.listeners) }
  private var watch: Double {
    (watches[1].change.time - watches[0].change.time) / Double(watches[1].listeners - 1)
  }
  // The row that is read each second.
  private var pollRate: Double { polls[1].idle.statements / Double(polls[1].listeners) }
  private var pollTime: Double { polls[1].idle.time / Double(polls[1].listeners) }

  private func projection(_ machines: Int) -> String {
    let count = Double(machines)
    let cells = [
      whole(count), size(memory * count), time(change * count), time(change * count / 16), whole(heartbeats * count),
      time(idle * count), time(again * count),
    ]
    return "| " + cells.joined(separator: " | ") + " |"
  }

  private func rows(_ measurements: [Measurement], _ cells: (Measurement) -> [String]) -> String {
    measurements.map {
      "| " + ([$0.title, whole(Double($0.listeners))] + cells($0)).joined(separator: " | ") + " |"
    }.joined(separator: "\n")
  }

  private func statements(_ measurement: Measurement, _ count: Double) -> String {
    measurement.memory == nil ? "" : short(count)
  }

  private func time(_ milliseconds: Double) -> String {
    milliseconds < 1000 ? "\(short(milliseconds)) ms" : "\(short(milliseconds / 1000)) s"
  }

  private func size(_ megabytes: Double) -> String {
    megabytes < 1000 ? "\(short(megabytes)) MB" : "\(short(megabytes / 1000)) GB"
  }

  /// Three digits.
  private func short(_ value: Double) -> String {
    String(format: value < 0.995 ? "%.2f" : value < 9.95 ? "%.1f" : "%.0f", value)
  }

  private func whole(_ value: Double) -> String {
    var text = String(Int(value.rounded()))
    var place = text.count - 3
    while place > 0 {
      text.insert(",", at: text.index(text.startIndex, offsetBy: place))
      place -= 3
    }
    return text
  }
}
