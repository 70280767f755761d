// SPDX-License-Identifier: MIT

/** A choice of the person that this browser remembers; a window without storage forgets it. */
export function remembered(key, otherwise) {
  try {
    return localStorage.getItem(key) ?? otherwise
  } catch {
    return otherwise
  }
}

export function remember(key, value) {
  try {
    localStorage.setItem(key, value)
  } catch {
    // It holds until the window is closed.
  }
}
