import ArgumentParser
import NamespacedDefaults
import NamespacedDefaultsMigration

extension DefaultsTool {
  struct Edit: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Opens values as JSON in an editor, and stores what was changed.",
      discussion: """
        The editor is that of the environment variable VISUAL, or of EDITOR, or vi. Once it ends, what was changed, \
        added and removed is stored at once. Where anything is wrong with the text, where another program has changed \
        one of the values meanwhile, or where the editor fails, nothing is stored, and the text is kept.
        """
    )

    @Argument(
      help: ArgumentHelp("The key or namespace; without it, the whole store.", valueName: "key|namespace"),
      completion: .names
    )
    var name: String?
    @OptionGroup var storeOption: StoreOption

    func run() throws {
      let all = try storeOption.openedToChange()
      let store = all.written
      let before = try store.values(name.map(all.writtenNames) ?? store.names(in: nil))
      let json = String(decoding: try InMemoryStore(before).export(as: .json), as: UTF8.self).printableJSON + "\n"
      let draft = try Draft(Data(json.utf8))
      let edits: Edits
      do {
        try Editor.edit(draft.path)
        edits = try Edits(of: before, from: Data(json.utf8), to: draft.text()) { key in
          name.map { Selection(name: $0).includes(key) } ?? true
        }
        try edits.apply(to: store)
      } catch {
        throw UnusableDraft(reason: error, path: draft.isKept ? draft.path : nil)
      }
      draft.remove()
      if edits.isEmpty { try printLines("Nothing was changed.") }
      try all.printWhatCounts(edits.names)
    }
  }
}
