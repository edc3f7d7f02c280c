// options: -default-isolation MainActor -wmo -emit-sil -o /dev/null

import NamespacedDefaults

// What the compiler says without a line, and not before it makes code.

// error without a line: main actor-isolated conformance of 'Point' to 'Equatable' cannot be used in nonisolated context
struct Point: Codable, Equatable { var x = 0 }

struct Shape: Codable, Equatable, DefaultsSerializable { var origin = Point() }
