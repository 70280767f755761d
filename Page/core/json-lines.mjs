// SPDX-License-Identifier: MIT

/**
 * The objects of a stream of newline-delimited JSON, as they come.
 *
 * @throws {TypeError} at an end within an object
 * @throws {SyntaxError} at a text that is none of decent's, such as the page of a proxy
 */
export async function* linesOf(stream) {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader()
  let pieces = []
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      const [end, ...lines] = value.split('\n')
      pieces.push(end)
      for (const next of lines) {
        const line = pieces.join('')
        pieces = [next]
        if (line !== '') yield JSON.parse(line)
      }
    }
  } finally {
    reader.cancel().catch(() => {})
  }
  const rest = pieces.join('')
  if (rest !== '') yield parsed(rest)
}

/** The last value may have no line end. An object that was cut off is no value. */
function parsed(text) {
  try {
    return JSON.parse(text)
  } catch (error) {
    // All lines of decent are objects.
    if (!text.startsWith('{')) throw error
    throw new TypeError('the answer ended too early')
  }
}
