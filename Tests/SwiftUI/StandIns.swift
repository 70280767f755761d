// SPDX-License-Identifier: MIT

// The declarations of SwiftUI that the example names, so that its views are type-checked where there is no SwiftUI.
// They show nothing.

@MainActor public protocol View {
  associatedtype Body: View
  @ViewBuilder var body: Body { get }
}

extension Never: View {
  public var body: Never { return fatalError() }
}

extension Optional: View where Wrapped: View {
  public var body: Never { return fatalError() }
}

public struct Shown: View {
  public var body: Never { return fatalError() }
}

@resultBuilder public enum ViewBuilder {
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock<each Content: View>(_ content: repeat each Content) -> Shown {
    Shown()
  }
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
  public static func buildEither(first: some View) -> Shown { Shown() }
  public static func buildEither(second: some View) -> Shown { Shown() }
}

@MainActor public protocol Scene {}

@MainActor public protocol App {
  associatedtype Body: Scene
  var body: Body { get }
  init()
}

extension App {
  public static func main() { _ = Self().body }
}

public struct WindowGroup: Scene {
  public init(@ViewBuilder content: () -> some View) {}
}

// MARK: State

@propertyWrapper @dynamicMemberLookup public struct Binding<Value> {
  let get: () -> Value
  let set: (Value) -> Void

  public var wrappedValue: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }

  public subscript<Member>(dynamicMember path: WritableKeyPath<Value, Member>) -> Binding<Member> {
    Binding<Member>(
      get: { wrappedValue[keyPath: path] }, set: { wrappedValue[keyPath: path] = $0 })
  }
}

@MainActor @propertyWrapper public struct State<Value> {
  private final class Box {
    var value: Value
    init(_ value: Value) { self.value = value }
  }

  private let box: Box

  public init(wrappedValue: Value) { box = Box(wrappedValue) }

  public var wrappedValue: Value {
    get { box.value }
    nonmutating set { box.value = newValue }
  }

  public var projectedValue: Binding<Value> {
    Binding(get: { wrappedValue }, set: { wrappedValue = $0 })
  }
}

extension State where Value: ExpressibleByNilLiteral {
  public init() { self.init(wrappedValue: nil) }
}

@MainActor @propertyWrapper @dynamicMemberLookup public struct Bindable<Value: AnyObject> {
  public var wrappedValue: Value

  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

  public var projectedValue: Bindable { self }

  public subscript<Member>(
    dynamicMember path: ReferenceWritableKeyPath<Value, Member>
  ) -> Binding<Member> {
    let object = wrappedValue
    return Binding(get: { object[keyPath: path] }, set: { object[keyPath: path] = $0 })
  }
}

@MainActor public struct DismissAction {
  public func callAsFunction() {}
}

public struct EnvironmentValues {
  @MainActor public var dismiss: DismissAction { DismissAction() }
  @MainActor public var undoManager: UndoManager? { nil }
}

/// Foundation's on Apple's systems: what an action registers while it is undone can be redone.
@MainActor public final class UndoManager {
  private var (undos, redos): ([() -> Void], [() -> Void]) = ([], [])
  private var (isUndoing, isRedoing) = (false, false)

  public init() {}

  public var canUndo: Bool { !undos.isEmpty }
  public var canRedo: Bool { !redos.isEmpty }

  public func registerUndo<Target: AnyObject>(
    withTarget target: Target, handler: @escaping @MainActor (Target) -> Void
  ) {
    let action = { [weak target] in if let target { handler(target) } }
    if isUndoing { return redos.append(action) }
    if !isRedoing { redos = [] }
    undos.append(action)
  }

  public func undo() {
    isUndoing = true
    undos.popLast()?()
    isUndoing = false
  }

  public func redo() {
    isRedoing = true
    redos.popLast()?()
    isRedoing = false
  }
}

@MainActor @propertyWrapper public struct Environment<Value> {
  private let path: KeyPath<EnvironmentValues, Value>

  public init(_ path: KeyPath<EnvironmentValues, Value>) { self.path = path }

  public var wrappedValue: Value { EnvironmentValues()[keyPath: path] }
}

// MARK: Views

public struct Text: View {
  public init(_ words: some StringProtocol) {}
  public var body: Never { return fatalError() }
}

public struct Section: View {
  public init(_ title: String, @ViewBuilder content: () -> some View) {}
  public var body: Never { return fatalError() }
}

public struct Button: View {
  public init(_ title: String, action: @escaping @MainActor () -> Void) {}
  public var body: Never { return fatalError() }
}

public struct BorderlessButtonStyle {
  public static var borderless: Self { Self() }
}

public struct TextField: View {
  public init(_ title: String, text: Binding<String>) {}
  public var body: Never { return fatalError() }
}

public struct TextEditor: View {
  public init(text: Binding<String>) {}
  public var body: Never { return fatalError() }
}

public struct List: View {
  public init(@ViewBuilder content: () -> some View) {}
  public var body: Never { return fatalError() }
}

public struct HStack: View {
  public init(@ViewBuilder content: () -> some View) {}
  public var body: Never { return fatalError() }
}

public struct Form: View {
  public init(@ViewBuilder content: () -> some View) {}
  public var body: Never { return fatalError() }
}

public struct NavigationStack: View {
  public init(@ViewBuilder root: () -> some View) {}
  public var body: Never { return fatalError() }
}

public struct NavigationLink: View {
  public init(value: (some Hashable)?, @ViewBuilder label: () -> some View) {}
  public var body: Never { return fatalError() }
}

public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: View {
  public init(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    @ViewBuilder content: @escaping (Data.Element) -> Content
  ) {}

  public var body: Never { return fatalError() }
}
