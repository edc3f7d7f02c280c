import Foundation
import NamespacedDefaults
import TestSupport

@testable import NamespacedDefaultsSecrets

/// A Keychain that behaves as Apple documents `SecItem…`: an item that exists is not added again, one that does not exist is
/// not updated, and a locked device gives nothing.
final class FakeKeychain: KeychainItems {
  struct Stored: Equatable {
    var data: Data
    var accessibility: KeychainStore.Accessibility
  }

  struct State {
    var items: [KeychainItem: Stored] = [:]
    var calls: [String] = []
    /// What every call returns, instead of doing what it should.
    var failure: KeychainStatus?
    /// What a call that writes one item returns.
    var failures: [String: KeychainStatus] = [:]
    /// What another process does before the next call that adds.
    var beforeAdd: (@Sendable (inout [KeychainItem: Stored]) -> Void)?
  }

  let state = Lockbox(State())

  private func call(
    _ name: String,
    _ account: String?,
    _ body: @Sendable (inout State) -> KeychainStatus
  ) -> KeychainStatus {
    let result = Lockbox(KeychainStatus.success)
    state.change { state in
      state.calls.append(name)
      let failure = state.failure ?? (name == "read" ? nil : account.flatMap { state.failures[$0] })
      let status = failure ?? body(&state)
      result.change { $0 = status }
    }
    return result.value
  }

  func data(of item: KeychainItem) -> (KeychainStatus, Data?) {
    let found = Lockbox<Data?>(nil)
    let status = call("read", item.account) { state in
      guard let stored = state.items[item] else { return .itemNotFound }
      found.change { $0 = stored.data }
      return .success
    }
    return (status, found.value)
  }

  func accounts(in place: KeychainPlace) -> (KeychainStatus, [String]) {
    let found = Lockbox<[String]>([])
    let status = call("list", nil) { state in
      let accounts = state.items.keys.filter { $0.place == place }.map(\.account)
      found.change { $0 = accounts }
      return accounts.isEmpty ? .itemNotFound : .success
    }
    return (status, found.value)
  }

  func add(_ data: Data, as item: KeychainItem, _ accessibility: KeychainStore.Accessibility) -> KeychainStatus {
    call("add", item.account) { state in
      state.beforeAdd?(&state.items)
      state.beforeAdd = nil
      guard state.items[item] == nil else { return .duplicateItem }
      state.items[item] = Stored(data: data, accessibility: accessibility)
      return .success
    }
  }

  func update(_ item: KeychainItem, to data: Data, _ accessibility: KeychainStore.Accessibility) -> KeychainStatus {
    call("update", item.account) { state in
      guard state.items[item] != nil else { return .itemNotFound }
      state.items[item] = Stored(data: data, accessibility: accessibility)
      return .success
    }
  }

  func delete(_ item: KeychainItem) -> KeychainStatus {
    call("delete", item.account) { state in
      state.items.removeValue(forKey: item) == nil ? .itemNotFound : .success
    }
  }

  func message(for status: KeychainStatus) -> String? {
    status == KeychainStatus(rawValue: -36) ? "the system's words" : nil
  }

  // MARK: What tests look at

  var calls: [String] { state.value.calls }

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
    KeychainItem(
      place: KeychainPlace(service: service, accessGroup: nil, isSynchronizable: false),
      account: account
    )
  }
}
