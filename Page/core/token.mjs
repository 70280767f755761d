// SPDX-License-Identifier: MIT

/**
 * The token of an address that `decent serve` or `decent open` prints, and the note that it names. They
 * stand behind `#`, and are taken away from there at once, so that neither history nor a copied address
 * tells the token.
 *
 * @returns {{ token: string|null, note: string|null }}
 */
export function takeAddress(location = globalThis.location, history = globalThis.history) {
  const match = location?.hash.match(/^#([A-Za-z0-9_-]{22,})(?:\/note\/([0-9a-f]{32}))?$/)
  if (match) history.replaceState(history.state, '', location.pathname + location.search)
  return { token: match?.[1] ?? null, note: match?.[2] ?? null }
}
