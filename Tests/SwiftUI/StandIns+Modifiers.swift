// SPDX-License-Identifier: MIT

import Foundation

extension ForEach {
  public func onMove(perform action: ((IndexSet, Int) -> Void)?) -> Self { self }
  public func onDelete(perform action: ((IndexSet) -> Void)?) -> Self { self }
}

extension View {
  public func task(
    @_inheritActorContext _ action: sending @escaping @isolated(any) () async -> Void
  ) -> Self { self }
  public func moveDisabled(_ isDisabled: Bool) -> Self { self }
  public func buttonStyle(_ style: BorderlessButtonStyle) -> Self { self }
  public func disabled(_ isDisabled: Bool) -> Self { self }
  public func navigationTitle(_ title: some StringProtocol) -> Self { self }
  public func searchable(text: Binding<String>) -> Self { self }
  public func toolbar(@ViewBuilder content: () -> some View) -> Self { self }

  public func navigationDestination<Value: Hashable>(
    for data: Value.Type, @ViewBuilder destination: @escaping (Value) -> some View
  ) -> Self { self }

  public func sheet(
    isPresented: Binding<Bool>, @ViewBuilder content: @escaping () -> some View
  ) -> Self { self }

  public func alert(
    _ title: some StringProtocol, isPresented: Binding<Bool>,
    @ViewBuilder actions: () -> some View, @ViewBuilder message: () -> some View
  ) -> Self { self }
}
