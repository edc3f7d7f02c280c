import Cost

/// A program with Foundation, or with its essentials, and nothing else.
@main
enum Empty {
  static func main() {
    Cost().print()
  }
}
