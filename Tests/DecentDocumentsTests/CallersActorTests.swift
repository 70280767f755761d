// SPDX-License-Identifier: MIT

import Foundation
import TestInputs
import Testing

@testable import DecentDocuments

/// A call with `await` that throws is caught on the actor of the caller.
///
/// Each `do` and `catch` is written out: a closure that was given to a helper would return to the
/// actor by itself, and hide the fault.
@MainActor @Suite(.ends) struct CallersActorTests {
  private struct Failure: Error {}

  private static let ofMainQueue = DispatchSpecificKey<Bool>()

  private let library: DocumentLibrary
  private let recipes: DocumentCollection<Recipe>
  private let id: UUID
  private let unknown = UUID()

  init() throws {
    DispatchQueue.main.setSpecific(key: Self.ofMainQueue, value: true)
    library = try DocumentLibrary.temporary()
    recipes = try library.collection(of: Recipe.self)
    id = try recipes.add(Recipe(title: "Bread"))
  }

  private var isOnMainQueue: Bool { DispatchQueue.getSpecific(key: Self.ofMainQueue) == true }

  @Test func callsThatReturnADocument() async {
    do {
      _ = try await recipes.remove(unknown)
      Issue.record("no error")
    } catch {
      #expect(isOnMainQueue)
    }
    do {
      _ = try await recipes.remove(unknown) { $0.title.value = "" }
      Issue.record("no error")
    } catch {
      #expect(isOnMainQueue)
    }
    do {
      _ = try await recipes.draft(editing: unknown) { $0.title.value = "" }
      Issue.record("no error")
    } catch {
      #expect(isOnMainQueue)
    }
    do {
      _ = try await recipes.draft(adding: Recipe(title: "Rolls"), id: id)
      Issue.record("no error")
    } catch {
      #expect(isOnMainQueue)
    }
  }

  @Test func aCancelledReading() async {
    await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      do {
        _ = try await recipes.document(of: id)
        Issue.record("no error")
      } catch {
        #expect(isOnMainQueue)
      }
    }.value
  }

  @Test func callsThatReturnWhatTheirBodyDoes() async {
    do {
      _ = try await recipes.edit(unknown) { $0.title.value }
      Issue.record("no error")
    } catch {
      #expect(isOnMainQueue)
    }
    do {
      _ = try await recipes.edit(id) { _ -> String in throw Failure() }
      Issue.record("no error")
    } catch {
      #expect(isOnMainQueue)
    }
    do {
      _ = try await library.transaction { () -> String in throw Failure() }
      Issue.record("no error")
    } catch {
      #expect(isOnMainQueue)
    }
    do {
      _ = try await library.reading { () -> String in throw Failure() }
      Issue.record("no error")
    } catch {
      #expect(isOnMainQueue)
    }
  }

  @Test func otherCalls() async {
    do {
      _ = try await recipes.edit(unknown) { $0.title.value = "" }
      Issue.record("no error")
    } catch {
      #expect(isOnMainQueue)
    }
    do {
      _ = try await recipes.merge(Recipe(title: "Rolls"), into: unknown)
      Issue.record("no error")
    } catch {
      #expect(isOnMainQueue)
    }
    do {
      _ = try await recipes.restore(Recipe(), id: unknown)
      Issue.record("no error")
    } catch {
      #expect(isOnMainQueue)
    }
  }
}
