@main
enum Report { static func main() {} }
