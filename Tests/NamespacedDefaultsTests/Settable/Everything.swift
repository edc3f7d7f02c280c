import Foundation
import NamespacedDefaults

/// A type that conforms to all twelve settable protocols at once, so that every call below has twelve candidates.
struct Everything:
  BoolDefaultSettable, IntegerDefaultSettable, FloatDefaultSettable, DoubleDefaultSettable, StringDefaultSettable,
  URLDefaultSettable, DataDefaultSettable, DateDefaultSettable, StringArrayDefaultSettable, ArrayDefaultSettable,
  DictionaryDefaultSettable, ObjectDefaultSettable
{
  enum BoolKey: String { case isOn }
  enum IntegerKey: String { case count }
  enum FloatKey: String { case gain }
  enum DoubleKey: String { case volume }
  enum StringKey: String { case name }
  enum URLKey: String { case homepage }
  enum DataKey: String { case avatar }
  enum DateKey: String { case birthday }
  enum StringArrayKey: String { case tags }
  enum ArrayKey: String { case scores }
  enum DictionaryKey: String { case limits }
  enum ObjectKey: String { case profile }

  var namespace = "Everything.7"
}

struct Person: Codable, Equatable, DefaultsSerializable {
  var name: String
  var age = 0
}
