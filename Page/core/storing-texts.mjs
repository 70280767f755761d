// SPDX-License-Identifier: MIT

/** How many texts are stored at once. */
const batchSize = 250

/**
 * Stores texts for searches, each `{ name, text, stamp }`, of documents that are stored without one. A text that is
 * lost on the way is read from its document by the next search.
 */
export async function storeTexts(storage, texts) {
  // Storages look for what is there between the first name and the last.
  const sorted = texts.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  for (let start = 0; start < sorted.length; start += batchSize) {
    await storage.addTexts(sorted.slice(start, start + batchSize))
  }
}
