import NamespacedDefaults
import NamespacedDefaultsAudit
import NamespacedDefaultsMigration
import TestSupport
import Testing

/// Keys whose values are members of the values of other keys.
@Suite struct MemberKeyTests {
  struct Address: Codable, Equatable, Sendable {
    var city = "London"
    var zip: String?
  }

  struct Person: Codable, Equatable, DefaultsSerializable {
    var name = "Ada"
    var address = Address()
    var nickname: String?
  }

  let store = InMemoryStore()
  var person: DefaultsKey<Person> { DefaultsKey("person", defaultValue: Person(), store: store) }
  var guest: DefaultsKey<Person?> { DefaultsKey("guest", store: store) }

  @Test func theDefaultIsTheMemberOfTheDefault() {
    #expect(person[\.address.city].value == "London")
    #expect(person[\.address.city].defaultValue == "London")
    #expect(person[\.nickname].value == nil)
    #expect(guest[\.name].value == nil)
  }

  @Test func aWriteChangesTheMemberAndNothingElse() throws {
    person.value = Person(name: "Grace", nickname: "G")
    let city = person[\.address.city]
    city.value = "Paris"
    city.value += "!"
    try city.update { $0 += "?" }
    try city.write(city.value + "*")
    #expect(person.value == Person(name: "Grace", address: Address(city: "Paris!?*"), nickname: "G"))
    #expect(city.value == "Paris!?*")
    #expect(try city.read() == "Paris!?*")
    person.value.address.city = "Rome"
    #expect(city.value == "Rome")
  }

  @Test func aDescribedMemberIsWrittenAlone() throws {
    person.value = Person(name: "Grace", nickname: "G")
    let city = person[\.address.city].described(as: "Where the person lives.")
    city.value = "Paris"
    #expect(person.value == Person(name: "Grace", address: Address(city: "Paris"), nickname: "G"))
    city.remove()
    #expect(person.value == Person(name: "Grace", nickname: "G"))
  }

  @Test func aMemberOfAMemberIsOne() {
    let city = person[\.address][\.city]
    city.value = "Paris"
    #expect(person.value.address == Address(city: "Paris"))
    #expect(city == person[\.address][\.city])
    #expect(city != person[\.address][\.zip] as DefaultsKeys)
    #expect(city as DefaultsKeys != person)
  }

  @Test func membersOfTwoMembersAreTwo() {
    struct Trip: Codable, DefaultsSerializable { var from = Address(), to = Address() }
    let trip = DefaultsKey<Trip>("trip", defaultValue: Trip(), store: store)
    #expect(trip[\.from][\.city] != trip[\.to][\.city])
    #expect(trip[\.from][\.city] == trip[\.from][\.city])
  }

  @Test func anOptionalValueIsReadThrough() throws {
    let (name, nickname) = (guest[\.name], guest[\.nickname])
    #expect(problems { name.value = "Bob" }.map(\.kind) == [.failedWrite])
    #expect(throws: (any Error).self) { try nickname.write("Bobby") }
    #expect(problems { name.value = nil }.isEmpty)
    #expect(problems { nickname.value = nil }.isEmpty)
    #expect(guest.value == nil)
    guest.value = Person()
    name.value = "Bob"
    nickname.value = "Bobby"
    #expect(guest.value == Person(name: "Bob", nickname: "Bobby"))
    #expect(problems { name.value = nil }.map(\.kind) == [.failedWrite])
    nickname.value = nil
    #expect(guest.value == Person(name: "Bob"))
    #expect(name.value == "Bob")
  }

  @Test func removingAMemberGivesItItsDefault() throws {
    person.value = Person(name: "Grace", address: Address(city: "Paris"))
    person[\.address.city].remove()
    #expect(person.value == Person(name: "Grace"))
    person.value.name = "Ann"
    Defaults.remove(person[\.name])
    #expect(person.value == Person())
    #expect(person.hasValue)
  }

  @Test func aWholeThatCannotBeReadStays() throws {
    try store.set("damaged", forKey: "person")
    #expect(problems { person[\.name].value = "x" }.map(\.kind) == [.failedWrite])
    #expect(problems { person[\.name].value += "x" }.map(\.kind) == [.undecodableValue])
    #expect(store.value(forKey: "person") == "damaged")
  }

  @Test func increasesOfTwoMembersByManyThreadsAreAllKept() async {
    struct Counts: Codable, DefaultsSerializable { var a = 0, b = 0 }
    let counts = DefaultsKey<Counts>("counts", defaultValue: Counts(), store: store)
    await withTaskGroup { group in
      for _ in 0..<4 {
        group.addTask { for _ in 0..<100 { counts[\.a].value += 1 } }
        group.addTask { for _ in 0..<100 { counts[\.b].value += 1 } }
      }
    }
    #expect([counts.value.a, counts.value.b] == [400, 400])
  }

  @Test func observersGetTheChangesOfTheMember() {
    let seen = Lockbox<[String]>([])
    let calls = Lockbox(0)
    let city = person[\.address.city]
    let observations = [
      city.observe { change in seen.change { $0.append("\(change.oldValue) \(change.newValue)") } },
      Defaults.observe([city]) { calls.change { $0 += 1 } },
    ]
    person.value.name = "Grace"
    city.value = "Paris"
    person.value.address.zip = "1"
    person.value.address.city = "Rome"
    person.remove()
    #expect(seen.value == ["London Paris", "Paris Rome", "Rome London"])
    #expect(calls.value == 3)
    withExtendedLifetime(observations) {}
  }

  @Test func sequencesGetTheValuesOfTheMember() async {
    var cities = person[\.address.city].updates().makeAsyncIterator()
    #expect(await cities.next() == "London")
    var signals = Defaults.updates([person[\.address.city]], initial: false).makeAsyncIterator()
    var changes = person[\.address.city].changes().makeAsyncIterator()
    person.value.name = "Grace"
    person.value.address.city = "Paris"
    #expect(await cities.next() == "Paris")
    #expect(await signals.next() != nil)
    #expect(await changes.next()?.newValue == "Paris")
  }

  // On one actor, so that the consumer runs while the test yields.
  @MainActor @Test func aSequenceLeavesOutTheChangesOfOtherMembers() async {
    let heard = Lockbox<[String]>([])
    let city = person[\.address.city]
    let consumer = Task {
      for await value in city.updates() {
        heard.change { $0.append(value) }
        if value == "Paris" { break }
      }
    }
    while heard.value.isEmpty { await Task.yield() }
    person.value.name = "Grace"
    city.value = "Paris"
    await consumer.value
    #expect(heard.value == ["London", "Paris"])
  }

  @Test func everySpellingTakesThem() {
    Defaults.withStore(store) {
      Defaults[.person] = Person()
      Defaults[.city] = "Paris"
      Defaults[.person[\.name]] = "Grace"
      Defaults[key: .city] += "!"
      #expect(Defaults[.person] == Person(name: "Grace", address: Address(city: "Paris!")))
      @Default(.city) var city
      city = "Rome"
      $city.value += "!"
      #expect(Defaults[.city] == "Rome!")
      #expect(Defaults.hasKey(.city))
    }
    let group = DefaultsAdapter(store: InMemoryStore())
    group[.city] = "Oslo"
    #expect(group[.person].address.city == "Oslo")
    #expect(person.value.address.city == "Rome!")
  }

  @Test func aMemberOfARegisteredValueIsRead() {
    DefaultsAdapter(store: store).register(["person": Person(name: "Registered")])
    #expect(person[\.name].value == "Registered")
    person[\.address.city].value = "Paris"
    #expect(person.value == Person(name: "Registered", address: Address(city: "Paris")))
  }

  @Test func aRenamedWholeIsMoved() throws {
    try store.set(Person(name: "Old").propertyListValue(), forKey: "was")
    let person = DefaultsKey<Person>("is", defaultValue: Person(), store: store).renamed(from: "was")
    #expect(person[\.name].value == "Old")
    person[\.address.city].value = "Paris"
    #expect(store.keys() == ["is"])
    #expect(person.value == Person(name: "Old", address: Address(city: "Paris")))
  }

  @Test func aStepOfAMigrationWritesTheMember() throws {
    person.value = Person(name: "Grace")
    try store.set("Paris", forKey: "city")
    try DefaultsAdapter(store: store).migrate([
      .convert("city", from: String.self, to: person[\.address.city], onConflict: .replace, id: "1") { $0 },
      DefaultsMigration(id: "2") { [person] in try $0.write("G", to: person[\.nickname]) },
    ])
    #expect(person.value == Person(name: "Grace", address: Address(city: "Paris"), nickname: "G"))
    #expect(!store.keys().contains("city"))
  }

  @Test func anAuditListsTheWholeAlone() {
    let audit = NamespaceAudit(keys: [person, person[\.name]])
    #expect(audit.keys.map(\.name) == ["person"])
    #expect(audit.collisions == [])
  }

  @Test func equalMembersAreNotWrittenAgain() {
    person[\.name].value = "Ada"
    #expect(!person.hasValue)
  }
}

extension DefaultsKeys {
  fileprivate static let person = DefaultsKey<MemberKeyTests.Person>("person", defaultValue: .init())
  fileprivate static let city = person[\.address.city]
}
