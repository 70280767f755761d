// SPDX-License-Identifier: MIT

/** The ends of the names of files, and how such files refer to others. The first group is the address. */
const references = [
  [/\/$|\.html$/, [/(?:src|href)="([^"#:]+)"/g]],
  [/\.mjs$/, [
    /\b(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g, /new URL\(\s*['"]([^'"]+)['"],\s*import\.meta\.url/g,
  ]],
  [/\.css$/, [/@import\s+(?:url\()?['"]([^'"]+)['"]/g, /url\(['"]?([^'")#:]+)['"]?\)/g]],
  [/\.webmanifest$/, [/"src":\s*"([^"]+)"/g]],
]

/** The module that has only texts is of no use to the page, which has the one with notes. */
const unused = /\/decent\.wasm$/

/**
 * The files of the page: all that its first page names, and what these name in turn.
 *
 * @param {string} start The address of the page.
 * @param {(url: string) => Promise<Response>} fetch
 * @returns {Promise<{ path: string, response: Response, bytes: ArrayBuffer }[]>}
 */
export async function filesOf(start, fetch) {
  const files = new Map()
  const waiting = [start]
  const seen = new Set(waiting)
  while (waiting.length > 0) {
    const url = waiting.pop()
    const response = await fetch(url)
    if (!response.ok) throw new TypeError(`${url}: ${response.status}`)
    const bytes = await response.clone().arrayBuffer()
    const { pathname, origin } = new URL(url)
    files.set(pathname, { path: pathname, response, bytes })
    for (const address of named(pathname, bytes)) {
      const other = new URL(address, url)
      if (other.origin !== origin || seen.has(other.href) || unused.test(other.pathname)) continue
      seen.add(other.href)
      waiting.push(other.href)
    }
  }
  return [...files.values()]
}

function named(path, bytes) {
  const patterns = references.find(([end]) => end.test(path))?.[1] ?? []
  if (patterns.length === 0) return []
  const text = withoutComments(new TextDecoder().decode(bytes))
  return patterns.flatMap((pattern) => Array.from(text.matchAll(pattern), ([, address]) => address))
}

/** A comment may name files of examples, which are not those of the page. */
function withoutComments(text) {
  return text.replace(/\/\*[^]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
}
