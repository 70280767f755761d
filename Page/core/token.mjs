// SPDX-License-Identifier: MIT

/**
 * The code of an address that `decent serve` or `decent open` prints, and the note that it names. They
 * stand behind `#`, and are taken away from there, so that a bookmark or a copied address is that of the page
 * alone. The browser's history keeps the code, which is of no use once it was exchanged for the token.
 *
 * @returns {{ code: string|null, note: string|null }}
 */
export function takeAddress(location = globalThis.location, history = globalThis.history) {
  const match = location?.hash.match(/^#([A-Za-z0-9_-]{22,})(?:\/note\/([0-9a-f]{32}))?$/)
  if (match) history.replaceState(history.state, '', location.pathname + location.search)
  return { code: match?.[1] ?? null, note: match?.[2] ?? null }
}
