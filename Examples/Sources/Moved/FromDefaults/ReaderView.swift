// swift-format-ignore-file: OrderedImports
#if canImport(SwiftUI)
  import Combine
  import NamespacedDefaults
  import NamespacedDefaultsUI
  import SwiftUI

  /// The settings, with `@Default(.scheme)` and `Defaults.Toggle`.
  struct ReaderView: View {
    @DefaultState(.fontSize) private var fontSize
    @DefaultState private var isOpen: Bool
    @State private var isShown = false

    init(book: String) {
      _isOpen = DefaultState(OpenBooks.key(of: book))
    }

    var body: some View {
      VStack {
        Slider(value: $fontSize, in: 8...32)
        // Defaults.Toggle("Old", key: .isBeta)
        Toggle("Beta", key: .isBeta)
          .onChange(of: Defaults[.isBeta]) { isShown = $1 }
        Toggle(key: .isPaged) { Text("Pages") }
          .onChange(of: Defaults[.isPaged]) { _, isPaged in
            print(isPaged)
          }
        Toggle(
          "Open",
          key: OpenBooks.key(of: "open")
        )
        Button("Reset") { DefaultsKeys.fontSize.remove() }
          .disabled(DefaultsKeys.fontSize.value == DefaultsKeys.fontSize.defaultValue)
      }
      .onReceive(DefaultsKeys.scheme.publisher.dropFirst().removeDuplicates()) { change in
        print("the theme is \(change)")
      }
    }
  }

  enum OpenBooks {
    static func key(of book: String) -> DefaultsKey<Bool> { DefaultsKey(book, defaultValue: false) }
  }

  @MainActor
  final class ReaderModel: ObservableObject {
    @Default(.pages) var pages
    private var cancellables: Set<AnyCancellable> = []

    init() {
      DefaultsKeys.fontSize.publisher
        .filter { $0 > 8 }
        .sink { print($0) }
        .store(in: &cancellables)
      DefaultsKeys.scheme.publisher.dropFirst()
        .sink { [weak self] in
          self?.show($0)
        }
        .store(in: &cancellables)
      DefaultsKeys.isBeta.publisher.map { _ in }.merge(with: DefaultsKeys.isPaged.publisher.map { _ in })
        .sink { print("a switch") }
        .store(in: &cancellables)
    }

    private func show(_ theme: Theme) {}
  }
#endif
