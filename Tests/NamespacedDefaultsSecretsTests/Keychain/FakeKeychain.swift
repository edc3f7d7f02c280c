import Foundation
import NamespacedDefaults
import NamespacedDefaultsFoundation
import TestSupport

@testable import NamespacedDefaultsSecrets

/// A Keychain that behaves as Apple documents `SecItem…`, for one process.
///
/// - An item that exists is not added again, one that does not exist is not updated, and a locked device gives nothing.
/// - An item that is added without an access group gets the program's first one. A query without a group matches the items of all
///   groups of the program.
/// - Before the first unlocking after a restart no item is found, one that is there is a duplicate, and a new one is refused.
///
/// The sentences are Apple's, but for the last one, of which people report; the page of assumptions has them.
final class FakeKeychain: KeychainItems {
  static let firstGroup = "TEAM.org.example.app"

  struct Stored: Equatable {
    var data: Data
    var accessibility: KeychainStore.Accessibility
  }

  struct State {
    /// The items, each in the place of its group.
    var items: [KeychainItem: Stored] = [:]
    var calls: [String] = []
    /// What every call returns, instead of doing what it should.
    var failure: KeychainStatus?
    /// What a call that writes one item returns.
    var failures: [String: KeychainStatus] = [:]
    /// What another process does before the next call that adds an item of a store.
    var beforeAdd: (@Sendable (inout [KeychainItem: Stored]) -> Void)?
    /// The accounts whose items are not found, and are duplicates.
    var unfound: Set<String> = []
    /// Whether the device was unlocked since it was started.
    var wasUnlocked = true

    func matches(of item: KeychainItem) -> [KeychainItem] {
      guard wasUnlocked, !unfound.contains(item.account) else { return [] }
      return matches(in: item.place).filter { $0.account == item.account }
    }

    func matches(in place: KeychainPlace) -> [KeychainItem] {
      guard wasUnlocked else { return [] }
      // Which one comes first nobody says; here it is that of the first group.
      return items.keys.filter { item in
        item.place.service == place.service && item.place.isSynchronizable == place.isSynchronizable
          && (place.accessGroup == nil || place.accessGroup == item.place.accessGroup)
      }
      .sorted { $0.place.accessGroup == firstGroup && $1.place.accessGroup != firstGroup }
    }
  }

  let state: Lockbox<State>
  let known = Guarded(KnownKeychain())

  /// Creates the Keychain of a process.
  ///
  /// - Parameter other: The Keychain of an earlier process of the program, with its items.
  init(after other: FakeKeychain? = nil) { state = other?.state ?? Lockbox(State()) }

  private func call(
    _ name: String,
    _ item: KeychainItem?,
    _ body: @Sendable (inout State) -> KeychainStatus
  ) -> KeychainStatus {
    let result = Lockbox(KeychainStatus.success)
    state.change { state in
      if item?.place.service != "NamespacedDefaults.firstGroup" { state.calls.append(name) }
      let failure = state.failure ?? (name == "read" ? nil : (item?.account).flatMap { state.failures[$0] })
      let status = failure ?? body(&state)
      result.change { $0 = status }
    }
    return result.value
  }

  func data(of item: KeychainItem) -> (KeychainStatus, Data?) {
    let found = Lockbox<Data?>(nil)
    let status = call("read", item) { state in
      guard let match = state.matches(of: item).first else { return .itemNotFound }
      found.change { [data = state.items[match]?.data] in $0 = data }
      return .success
    }
    return (status, found.value)
  }

  func accounts(in place: KeychainPlace) -> (KeychainStatus, [String: KeychainStore.Accessibility?]) {
    let found = Lockbox<[String: KeychainStore.Accessibility?]>([:])
    let status = call("list", nil) { state in
      let matches = state.matches(in: place).map { ($0.account, state.items[$0]?.accessibility) }
      found.change { $0 = Dictionary(matches) { first, _ in first } }
      return matches.isEmpty ? .itemNotFound : .success
    }
    return (status, found.value)
  }

  func add(
    _ data: Data,
    as item: KeychainItem,
    _ accessibility: KeychainStore.Accessibility
  ) -> (KeychainStatus, String?) {
    let new = Self.item(item.account, item.place)
    let status = call("add", item) { state in
      if item.place.service != "NamespacedDefaults.firstGroup" {
        state.beforeAdd?(&state.items)
        state.beforeAdd = nil
      }
      guard state.items[new] == nil else { return .duplicateItem }
      guard state.wasUnlocked else { return .interactionNotAllowed }
      state.items[new] = Stored(data: data, accessibility: accessibility)
      return .success
    }
    return (status, status == .success ? new.place.accessGroup : nil)
  }

  func update(_ item: KeychainItem, to data: Data?, _ accessibility: KeychainStore.Accessibility) -> KeychainStatus {
    call("update", item) { state in
      let matches = state.matches(of: item)
      for match in matches {
        guard let old = state.items[match] else { continue }
        state.items[match] = Stored(data: data ?? old.data, accessibility: accessibility)
      }
      return matches.isEmpty ? .itemNotFound : .success
    }
  }

  func delete(_ item: KeychainItem) -> KeychainStatus {
    call("delete", item) { state in
      let matches = state.matches(of: item)
      for match in matches { state.items[match] = nil }
      return matches.isEmpty ? .itemNotFound : .success
    }
  }

  func message(for status: KeychainStatus) -> String? {
    status == KeychainStatus(rawValue: -36) ? "the system's words" : nil
  }

  // MARK: What tests look at

  /// The calls about the items of stores.
  var calls: [String] { state.value.calls }

  var accounts: [String] { state.value.items.keys.map { "\($0.place.accessGroup ?? "") \($0.account)" }.sorted() }

  func store(
    _ service: String = "tool",
    accessGroup: String? = nil,
    accessibility: KeychainStore.Accessibility? = nil,
    isSynchronizable: Bool = false
  ) -> KeychainStore {
    KeychainStore(
      self,
      service: service,
      accessGroup: accessGroup,
      accessibility: accessibility,
      isSynchronizable: isSynchronizable
    )
  }

  func item(_ account: String, of service: String = "tool") -> KeychainItem {
    Self.item(account, KeychainPlace(service: service, accessGroup: nil, isSynchronizable: false))
  }

  private static func item(_ account: String, _ place: KeychainPlace) -> KeychainItem {
    var place = place
    place.accessGroup = place.accessGroup ?? firstGroup
    return KeychainItem(place: place, account: account)
  }
}
