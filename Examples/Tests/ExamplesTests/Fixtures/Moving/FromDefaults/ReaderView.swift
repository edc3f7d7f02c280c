// swift-format-ignore-file: OrderedImports
#if canImport(SwiftUI)
  import Combine
  import Defaults
  import SwiftUI

  /// The settings, with `@Default(.scheme)` and `Defaults.Toggle`.
  struct ReaderView: View {
    @Default(.fontSize) private var fontSize
    @Default private var isOpen: Bool
    @State private var isShown = false

    init(book: String) {
      _isOpen = Default(OpenBooks.key(of: book))
    }

    var body: some View {
      VStack {
        Slider(value: $fontSize, in: 8...32)
        // Defaults.Toggle("Old", key: .isBeta)
        Defaults.Toggle("Beta", key: .isBeta)
          .onChange { isShown = $0 }
        Defaults.Toggle(key: .isPaged) { Text("Pages") }
          .onChange { isPaged in
            print(isPaged)
          }
        Defaults.Toggle(
          "Open",
          key: OpenBooks.key(of: "open")
        )
        Button("Reset") { _fontSize.reset() }
          .disabled(_fontSize.isDefaultValue)
      }
      .onReceive(Defaults.publisher(.scheme, options: []).removeDuplicates()) { change in
        print("the theme is \(change.newValue)")
      }
    }
  }

  enum OpenBooks {
    static func key(of book: String) -> Defaults.Key<Bool> { Defaults.Key(book, default: false) }
  }

  @MainActor
  final class ReaderModel: ObservableObject {
    @Default(.pages) var pages
    private var cancellables: Set<AnyCancellable> = []

    init() {
      Defaults.publisher(.fontSize)
        .map(\.newValue)
        .filter { $0 > 8 }
        .sink { print($0) }
        .store(in: &cancellables)
      Defaults.publisher(.scheme, options: [])
        .sink { [weak self] in
          self?.show($0.newValue)
        }
        .store(in: &cancellables)
      Defaults.publisher(keys: .isBeta, .isPaged)
        .sink { print("a switch") }
        .store(in: &cancellables)
    }

    private func show(_ theme: Theme) {}
  }
#endif
