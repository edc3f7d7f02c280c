@main
struct Main {
  static func main() {
    let kitchen = Kitchen()
    kitchen.open { print("served", $0) }
    kitchen.serve(Dish(title: "Soup"))
    kitchen.taste = .sour
    kitchen.close()
    kitchen.serve(Dish(title: "Cake"))
    print(Defaults.meals, Defaults.dish?.title ?? "none", Defaults.guests, kitchen.taste, others.meals)
  }
}
