import ArgumentParser
import NamespacedDefaults

extension CompletionKind {
  /// The keys and namespaces of the store that the command line names.
  static var names: Self {
    .custom { words, index, _ in
      CommandLineWords(words, index: index).names.map { harmless($0.keys + $0.namespaces) } ?? []
    }
  }

  static var keys: Self {
    .custom { words, index, _ in CommandLineWords(words, index: index).names.map { harmless($0.keys) } ?? [] }
  }

  static var namespaces: Self {
    .custom { words, index, _ in CommandLineWords(words, index: index).names.map { harmless($0.namespaces) } ?? [] }
  }

  /// A key, and after it types.
  static var keyAndTypes: Self {
    .custom { words, index, _ in
      let line = CommandLineWords(words, index: index)
      return line.isFirstArgument ? line.names.map { harmless($0.keys) } ?? [] : ValueArguments.flags
    }
  }

  /// The names of JSON files, of the person or the machine.
  static var layers: Self {
    .custom { _, _, _ in
      let directories = [FileStore.Place.config, .systemConfig].compactMap { try? FileStore.directory(of: $0) }
      return harmless(Set(directories.flatMap { StoreDirectory(path: $0).jsonNames }).sorted())
    }
  }

  /// The stores that have names, or, once there is a slash, paths.
  static var stores: Self {
    .custom { words, index, _ in
      let path = CommandLineWords(words, index: index).current
      guard path.contains("/") else { return harmless((try? StoreDirectory.configuration().stores) ?? []) }
      return harmless(StoreDirectory.completions(of: path))
    }
  }
}

/// The names that no shell takes for anything but themselves.
///
/// The script for bash has them expanded, which would run what a name says in `$(…)`.
private func harmless(_ names: [String]) -> [String] {
  names.filter { name in
    !name.hasPrefix("-") && name.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || isHarmless($0) }
  }
}

private func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
  ("0"..."9").contains(scalar) || "._-/@+ ".unicodeScalars.contains(scalar)
}
