// SPDX-License-Identifier: MIT

/**
 * The token of the address that `decent serve` prints. It stands behind `#`, and is taken away from
 * there at once, so that neither history nor a copied address tells it.
 *
 * @returns {string|null}
 */
export function takeToken(location = globalThis.location, history = globalThis.history) {
  const token = location?.hash.match(/^#([A-Za-z0-9_-]{22,})$/)?.[1] ?? null
  if (token) history.replaceState(history.state, '', location.pathname + location.search)
  return token
}
