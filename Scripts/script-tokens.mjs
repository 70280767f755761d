// SPDX-License-Identifier: MIT

/** A slash behind these words begins a regular expression, and not a division. */
const wordsBeforeExpressions = new Set([
  'return', 'typeof', 'case', 'in', 'of', 'delete', 'void', 'throw', 'new', 'else', 'do', 'await', 'yield',
])

/**
 * The tokens of JavaScript, as far as they differ for one who takes out comments and spaces. Their texts
 * joined are the source.
 *
 * Kinds: `space`, `comment`, `string`, `template` (a part of a template literal up to its next code),
 * `expression` (regular), `word` (also a number or a private name), `sign`.
 *
 * A regular expression behind `)`, as in `if (a) /b/.test(c)`, or at the beginning of a statement behind `}`
 * is taken for a division: our files have none.
 *
 * @throws {SyntaxError} where a token does not end
 */
export function* tokensOf(source) {
  let place = 0
  let last = { kind: 'sign', text: '' }
  /** How many signs of one kind stand together up to `place`: `++` is an operand's, `+ +` and `+++` end in an operator. */
  let run = 0
  /** Whether `last` is the name of a property: a word behind one dot. */
  let isProperty = false
  /** Of each open brace, whether it belongs to a template literal. */
  const braces = []

  const take = (pattern, kind) => {
    pattern.lastIndex = place
    const text = pattern.exec(source)?.[0]
    if (!text) throw new SyntaxError(`no end of this ${kind}: ${source.slice(place, place + 40)}`)
    place += text.length
    return { kind, text }
  }

  const isStep = () => /[+-]/.test(last.text) && run % 2 === 0
  const takesExpression = () => last.kind === 'sign' ? !/[)\]}]/.test(last.text) && !isStep()
    : last.kind === 'word' && wordsBeforeExpressions.has(last.text) && !isProperty

  const next = () => {
    const sign = source[place]
    if (/\s/.test(sign)) return take(/\s+/y, 'space')
    if (source.startsWith('//', place)) return take(/.*/y, 'comment')
    if (source.startsWith('/*', place)) return take(/\/\*[^]*?\*\//y, 'comment')
    if (sign === '\'' || sign === '"') return take(/(['"])(?:(?!\1)[^\\\n]|\\[^])*\1/y, 'string')
    const isTemplate = sign === '`' || (sign === '}' && braces.at(-1) === true)
    if (isTemplate) {
      if (sign === '}') braces.pop()
      const part = take(/[`}](?:[^`\\$]|\\[^]|\$(?!\{))*(?:`|\$\{)/y, 'template')
      if (part.text.endsWith('${')) braces.push(true)
      return part
    }
    if (sign === '/' && takesExpression()) {
      return take(/\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y, 'expression')
    }
    if (/[\p{L}\p{N}_$#]/u.test(sign)) return take(/[\p{L}\p{N}_$#]+/yu, 'word')
    if (sign === '{') braces.push(false)
    else if (sign === '}') braces.pop()
    return take(/[^]/y, 'sign')
  }

  let isApart = true
  while (place < source.length) {
    const token = next()
    const isGap = token.kind === 'space' || token.kind === 'comment'
    if (!isGap) {
      isProperty = token.kind === 'word' && last.kind === 'sign' && last.text === '.' && run === 1
      run = token.kind !== 'sign' ? 0 : !isApart && last.kind === 'sign' && last.text === token.text ? run + 1 : 1
      last = token
    }
    isApart = isGap
    yield token
  }
}
