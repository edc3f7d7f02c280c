/// A program that does nothing.
@main
enum StartUpEmpty {
  static func main() {}
}
