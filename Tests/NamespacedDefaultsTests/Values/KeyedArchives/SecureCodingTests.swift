#if UserDefaults
  import Foundation
  import TestSupport
  import Testing

  @testable import NamespacedDefaults

  @Suite struct SecureCodingTests {
    @Test func anObjectComesBack() throws {
      let stored = try #require(try Frog("Bo").propertyListValue())
      #expect(try decodeStored(Frog.self, from: stored).name == "Bo")
      #expect(try decodeStored([Frog?].self, from: [stored]) == [Frog("Bo")])
      #expect(try decodeStored([String: Frog].self, from: ["a": stored]) == ["a": Frog("Bo")])
    }

    @Test func theArchiveIsAKeyedOne() throws {
      guard case .data(let archive) = try Frog("Bo").propertyListValue() else {
        Issue.record("not data")
        return
      }
      let contents = try PropertyListSerialization.propertyList(from: archive, format: nil) as? [String: Any]
      #expect(contents?["$archiver"] as? String == "NSKeyedArchiver")
    }

    @Test func aSubclassIsReadAsItself() throws {
      let stored = try #require(try Dog().propertyListValue())
      #expect(try type(of: decodeStored(Animal.self, from: stored)) == Dog.self)
    }

    @Test func anArchiveWithoutSecureCodingIsRead() throws {
      let archive = try NSKeyedArchiver.archivedData(withRootObject: Frog("Bo"), requiringSecureCoding: false)
      #expect(try decodeStored(Frog.self, from: .data(archive)) == Frog("Bo"))
      #expect(try decodeStored([Frog].self, from: [.data(archive)]) == [Frog("Bo")])
    }

    @Test func aValueOfAnotherKindIsAMismatch() {
      expectMismatch(Frog.self, forKindsExcept: [])
    }

    @Test func anotherClassIsAMismatch() throws {
      expectMismatch(Frog.self, try #require(try Dog().propertyListValue()))
      expectMismatch(Dog.self, try #require(try Animal().propertyListValue()))
      let url = try NSKeyedArchiver.archivedData(withRootObject: NSURL(string: "a:b")!, requiringSecureCoding: true)
      expectMismatch(Frog.self, .data(url))
      expectMismatch(URL.self, try #require(try Frog("Bo").propertyListValue()))
    }

    @Test func aDamagedArchiveIsAnError() throws {
      guard case .data(let archive) = try Frog("Bo").propertyListValue() else {
        Issue.record("not data")
        return
      }
      expectMismatch(Frog.self, .data(Data()), .data(Data([0])), .data(Data("bplist00".utf8)))
      for count in 0..<archive.count { expectMismatch(Frog.self, .data(archive.prefix(count))) }
      for index in archive.indices {
        var damaged = archive
        damaged[index] ^= 0xFF
        // Some damage goes unnoticed, as in the name; none may be a trap.
        _ = try? decodeStored(Frog.self, from: .data(damaged))
        _ = try? decodeStored(URL.self, from: .data(damaged))
      }
    }

    #if !canImport(Darwin)
      /// Found by a fuzzer: Foundation returns a reference that stands for an object as an object of a private class, which
      /// it cannot archive again.
      @Test func anArchiveInWhichAReferenceStandsForAnObjectIsRefused() throws {
        let archive = try #require(
          Data(
            base64Encoded: """
              YnBsaXN0MDDUAQIDBAWLjI1YJG9iamVjdHNYJHZlcnNpb25ZJGFyY2hpdmVyVCR0b3CvEBsGBwwcHR4jKissMU5TQXByYXlWXWRlbHV2\
              fYRVJG51bGzSCAkKC1YkY2xhc3NXY29udGVudIAagALSDQ4PEFYkY2xhc3NaTlMub2JqZWN0c4AZqxESExQVFhcYGRobgAOABIAFgAeA\
              CIAJgAuADoAQgBOAFlR0ZXh0Iz/4AAAAAAAA0h8gISJXTlMudGltZVYkY2xhc3MjP/AAAAAAAACABtIkJSYpWCRjbGFzc2VzWiRjbGFz\
              c25hbWWiJyhWTlNEYXRlWE5TT2JqZWN0Vk5TRGF0ZUEBUWLSLS4vMFxOUy51dWlkYnl0ZXNWJGNsYXNzTxAQjECfr2xyTdC3LeDHSeJQ\
              xYAK0jIzNDdYJGNsYXNzZXNaJGNsYXNzbmFtZaI1NlZOU1VVSURYTlNPYmplY3RWTlNVVUlE0jk6Oz1aTlMub2JqZWN0c1YkY2xhc3Oh\
              PIAMgA1RYdJAQUJFWCRjbWFzc2VzWiRjbGFzc25hbWWiQ0RVTlNTZXRYTlNPYmplY3RVTlNTZXTRR0hWJGNsYXNzgA/SSktMTVokY2xh\
              c3NuYW1lWCRjbGFzc2VzVk5TTnVsbKJOT1ZOU051bGxYTlNPYmplY3TSUVJTVFRuYW1lViRjbGFzc4ARgBJSQm/SV1hZWlokY2xhc3Nu\
              YW1lWCRjbGFzc2VzXxAXTmFtZXNwYWNlZERlZmF1bHRzLkZyb2eiW1xfEBdOYW1lc3BhY2VkRGVmYXVsdHMuRnJvZ1hOU09iamVjdNNe\
              X2BhYmNbTlMucmVsYXRpdmVWJGNsYXNzV05TLmJhc2WAFIAVgABRY9JmZ2hrWCRjbGFzc2VzWiRjbGFzc25hbWWiaWpVTlNVUkxYTlNP\
              YmplY3RVTlNVUkzTbW5vcHJzV05TLmtleXNWJGNsYXNzWk5TLm9iamVjdHOhPIAMgBihdIAXEAHSd3h5elokY2xhc3NuYW1lWCRjbGFz\
              c2VzXE5TRGljdGlvbmFyeaJ7fFxOU0RpY3Rpb25hcnlYTlNPYmplY3TSfn+Ag1gkY2xhc3Nlc1okY2xhc3NuYW1looGCV05TQXJyYXld\
              TlNPamJlY3RXTlNBcnJhedKFhoeKWCRjbGFzc2VzWiRjbGFzc25hbWWiiIlfEBdOYW1lc3BhY2VkRGVmYXVsdHMuUG9uZFhOU09iamVj\
              dF8QF05hbWVzcGFjZWREZWZhdWx0cy5Qb25kEgABhqBfEA9OU0tleWVkQXJjaGl2ZXLRjo9Ucm9vdIABAAgAEQAaACMALQAyAFAAVgBb\
              AGIAagBsAG4AcwB6AIUAhwCTAJUAlwCZAJsAnQCfAKEAowClAKcAqQCuALcAvADEAMsA1ADWANsA5ADvAPIA+QECAQkBCwENARIBHwEm\
              ATkBOwFAAUkBVAFXAV4BZwFuAXMBfgGFAYcBiQGLAY0BkgGbAaYBqQGvAbgBvgHBAcgBygHPAdoB4wHqAe0B9AH9AgICBwIOAhACEgIV\
              AhoCJQIuAkgCSwJlAm4CdQKBAogCkAKSApQClgKYAp0CpgKxArQCugLDAskC0ALYAt8C6gLsAu4C8ALyAvQC9gL7AwYDDwMcAx8DLAM1\
              AzoDQwNOA1EDWQNiA2oDbwN4A4MDhgOgA6kDwwPIA9oD3QPiAAAAAAAAAgEAAAAAAAAAkAAAAAAAAAAAAAAAAAAAA+Q=
              """
          )
        )
        #expect(throws: DefaultsError.self) { try Pond.value(fromPropertyList: .data(archive)) }
      }

      @Test func anArchiveCreatesNoObjectOfAClassThatTheKeyDoesNotName() throws {
        let archiver = NSKeyedArchiver(requiringSecureCoding: true)
        archiver.setClassName("NSURL", for: PretendedURL.self)
        archiver.encode(PretendedURL(), forKey: NSKeyedArchiveRootObjectKey)
        archiver.finishEncoding()
        expectMismatch(URL.self, .data(archiver.encodedData))
        #expect(!Trap.wasCreated.value)
      }
    #endif

    @Test func aBridgeNamesTheClassesInItsArchives() throws {
      let bridge = DefaultsBridge<Pond>.keyedArchive(containing: [Frog.self])
      let stored = try #require(try bridge.encode(Pond([Frog("Bo"), Frog("Al")])))
      #expect(try bridge.decode(stored).content == [Frog("Bo"), Frog("Al")] as NSArray)
      #if !canImport(Darwin)
        #expect(throws: (any Error).self) { try DefaultsBridge<Pond>.keyedArchive.decode(stored) }
        #expect(throws: (any Error).self) {
          try DefaultsBridge<Pond>.keyedArchive(containing: [Dog.self]).decode(stored)
        }
      #endif
    }

    @Test func objectsOfFoundationNeedNoName() throws {
      let bridge = DefaultsBridge<Pond>.keyedArchive
      let content: NSArray = [
        "a", 1.5, NSDate(timeIntervalSinceReferenceDate: 1), NSData(data: Data([1])), NSMutableString(string: "b"),
        NSUUID(uuidString: "7B1B3F5A-0F0E-4C55-8E8C-0B0B0B0B0B0B")!, NSArray(array: [1, 2]), NSSet(array: ["a"]),
        NSURL(string: "a:b")!, NSNull(), NSDictionary(dictionary: ["a": 1]),
      ]
      #expect(try bridge.decode(try #require(try bridge.encode(Pond(content)))).content == content)
    }

    /// Archives with one to eight bytes changed, in whose objects every class of Foundation is that needs no name.
    @Test func randomlyChangedArchivesAreReadOrRefused() throws {
      let inner: NSArray = [
        "text", 1.5, NSDate(timeIntervalSinceReferenceDate: 1), NSData(data: Data([1])), NSMutableString(string: "b"),
        NSUUID(uuidString: "7B1B3F5A-0F0E-4C55-8E8C-0B0B0B0B0B0B")!, NSSet(array: ["a"]), NSNull(), Frog("Bo"),
        NSURL(string: "c", relativeTo: URL(string: "https://a.example"))!, NSDictionary(dictionary: ["a": 1]),
      ]
      let bridge = DefaultsBridge<Pond>.keyedArchive(containing: [Frog.self])
      guard case .data(let archive)? = try bridge.encode(Pond(inner)) else {
        Issue.record("not data")
        return
      }
      var generator = SeededGenerator(3)
      for _ in 0..<1_000 * faultRounds {
        var changed = archive
        for _ in 0..<Int.random(in: 1...8, using: &generator) {
          let index = Int.random(in: changed.indices, using: &generator)
          // The numbers of objects are small.
          changed[index] = .random(in: 0...(Bool.random(using: &generator) ? 60 : 255), using: &generator)
        }
        _ = try? bridge.decode(.data(changed))
        _ = try? decodeStored(URL.self, from: .data(changed))
      }
    }

    #if !canImport(Darwin)
      @Test func aNestedOrPrivateClassIsAnErrorWhereFoundationWouldTrap() throws {
        for error in [
          #expect(throws: DefaultsError.self) { try Nested().propertyListValue() },
          #expect(throws: DefaultsError.self) { try Pond([Nested()]).propertyListValue() },
        ] {
          #expect(
            error?.description
              == "Nested cannot be stored: Foundation archives no class that is nested or private"
          )
        }
      }
    #endif

    // `@unchecked Sendable`: it has no state.
    final class Nested: NSObject, NSSecureCoding, @unchecked Sendable, DefaultsSerializable {
      static var supportsSecureCoding: Bool { true }
      override init() {}
      func encode(with coder: NSCoder) {}
      init?(coder: NSCoder) {}
    }
  }

  #if !canImport(Darwin)
    /// An object whose archive says that it is a URL with a base of another class.
    final class PretendedURL: NSObject, NSSecureCoding {
      static var supportsSecureCoding: Bool { true }
      override init() {}
      func encode(with coder: NSCoder) {
        coder.encode(Trap(), forKey: "NS.base")
        coder.encode("c" as NSString, forKey: "NS.relative")
      }
      init?(coder: NSCoder) { nil }
    }
  #endif

  /// A class that records when an archive creates one.
  final class Trap: NSObject, NSSecureCoding {
    static let wasCreated = Lockbox(false)
    static var supportsSecureCoding: Bool { true }
    override init() {}
    func encode(with coder: NSCoder) {}
    init?(coder: NSCoder) { Self.wasCreated.change { $0 = true } }
  }

  /// An object with other objects in it.
  ///
  /// `@unchecked Sendable`: nothing in it changes.
  final class Pond: NSObject, NSSecureCoding, @unchecked Sendable, DefaultsSerializable {
    let content: NSArray

    init(_ content: NSArray) { self.content = content }

    static var supportsSecureCoding: Bool { true }

    func encode(with coder: NSCoder) { coder.encode(content, forKey: "content") }

    init?(coder: NSCoder) {
      guard let content = coder.decodeObject(of: [NSArray.self, Frog.self], forKey: "content") as? NSArray else {
        return nil
      }
      self.content = content
    }
  }
#endif
