// SPDX-License-Identifier: MIT
//
// Joins the modules of the page into few units, and takes comments and needless spaces from them: few
// large files compress better than many small ones. The sources run as they are, too.
//
// Usage: node Scripts/page-units.mjs DIR     (DIR has the files of the page; they are replaced)

import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { tokensOf } from './script-tokens.mjs'

/** The modules that other files name. Each unit has one of them, and what only this one needs. */
export const entries = ['core/notebook.mjs', 'view/main.mjs', 'core/filling-worker.mjs', 'service-worker.mjs', 'decent.mjs']

/**
 * The code without comments, and with no more spaces than it needs. Strings, template literals and
 * regular expressions stay as they are.
 */
export function lean(source) {
  let code = ''
  let gap = ''
  for (const { kind, text } of tokensOf(source)) {
    if (kind === 'space' || kind === 'comment') {
      // A comment over several lines ends a line, as the language has it.
      if (text.includes('\n')) gap = '\n'
      else gap ||= ' '
    } else {
      code += needed(gap, code.at(-1) ?? ';', text[0]) + text
      gap = ''
    }
  }
  return code + '\n'
}

const separate = /[{}()[\],;:?=<>&|!*%^~'"`]/
const additions = /[+-]/
/** Behind these no statement can end, and before those none can begin. */
const goesOn = /[{([,;:?=&|]/
const continues = /[)\]},.?:=&|]/

/** The space, the line end or nothing that must stand between two signs. */
function needed(gap, before, after) {
  if (gap === '\n') return goesOn.test(before) || continues.test(after) ? '' : '\n'
  if (separate.test(before) || separate.test(after)) return ''
  return additions.test(before) !== additions.test(after) ? '' : gap
}

/** The files of a folder, with `/` between the names. */
function filesIn(folder, under = '') {
  return readdirSync(join(folder, under), { withFileTypes: true }).flatMap((file) => {
    const name = posix.join(under, file.name)
    return file.isDirectory() ? filesIn(folder, name) : [name]
  })
}

/** The tokens of code without spaces and comments, each with the count of the braces that are open before it. */
function codeTokens(code) {
  let depth = 0
  const tokens = []
  for (const { kind, text } of tokensOf(code)) {
    if (kind === 'space' || kind === 'comment') continue
    const isTemplate = kind === 'template'
    if (isTemplate ? text.startsWith('}') : kind === 'sign' && /[)\]}]/.test(text)) depth--
    tokens.push({ kind, text, depth })
    if (isTemplate ? text.endsWith('${') : kind === 'sign' && /[([{]/.test(text)) depth++
  }
  return tokens
}

/**
 * The names that the code of a module declares.
 *
 * @throws {SyntaxError} for several variables in one declaration, and for parts that get another name or a default
 */
function declaredIn(name, code) {
  const all = codeTokens(code)
  const declared = []
  for (const [place, { kind, text, depth }] of all.entries()) {
    if (depth > 0) continue
    const refused = () => new SyntaxError(`${name} declares in another form: ${all.slice(place, place + 12).map((each) => each.text).join(' ')}`)
    if (kind === 'sign' && text === ',') throw refused()
    if (kind !== 'word' || !/^(?:function|class|const|let|var)$/.test(text)) continue
    const rest = all.slice(place + 1)
    if (rest[0].text === '*') rest.shift()
    if (rest[0].kind === 'word') declared.push(rest[0].text)
    else if (/^(?:const|let|var)$/.test(text)) {
      const parts = rest.slice(1, rest.findIndex((each, at) => at > 0 && each.depth === 0))
      if (parts.some((part) => part.kind !== 'word' && part.text !== ',')) throw refused()
      declared.push(...parts.filter((part) => part.kind === 'word').map((part) => part.text))
    }
  }
  return declared
}

/**
 * The addresses that the code of a module builds on its own: those of `import()` and of `new URL(…, import.meta.url)`;
 * null for one that is no plain string.
 */
function ownAddresses(code) {
  const tokens = codeTokens(code)
  return tokens.flatMap(({ kind, text }, place) => {
    if (kind !== 'word' || text !== 'import') return []
    const isCall = tokens[place + 1]?.text === '('
    const address = isCall ? tokens[place + 2] : tokens[place - 1]?.text === ',' ? tokens[place - 2] : null
    return [address?.kind === 'string' ? address.text.slice(1, -1) : null]
  })
}

/**
 * A module of one of our files: what it imports, what it exports, and its code without both.
 *
 * @throws {SyntaxError} for a form that our files do not have, as `import * as`
 */
export function moduleOf(name, source) {
  const imports = []
  const exports = []
  let code = source.replace(/^import (?:\{([^}]*)\} from )?'([^']+)'\n/gm, (_, names = '', address) => {
    const from = posix.join(posix.dirname(name), address)
    imports.push({ from, names: names.split(',').map((each) => each.trim()).filter(Boolean) })
    return ''
  })
  code = code.replace(/^export ((?:async )?(?:function\*?|class|const) ([\w$]+))/gm, (_, head, exported) => {
    exports.push(exported)
    return head
  })
  const isOurs = !/^(?:import|export)\b/m.test(code) && imports.every(({ names }) => !names.some((each) => / /.test(each)))
  if (!isOurs) throw new SyntaxError(`${name} imports or exports in another form`)
  return { name, imports, exports, declared: declaredIn(name, code), addresses: ownAddresses(code), code }
}

/**
 * The units of some modules: of each entry its code and that of all that only this entry needs.
 *
 * @param {Map<string, string>} sources By name.
 * @returns {Map<string, string>} By the names of the entries.
 * @throws {SyntaxError} if two modules of a unit declare the same name, or if an address that a module builds
 *   would lead elsewhere from its unit
 */
export function unitsOf(sources, entries) {
  const modules = new Map(Array.from(sources, ([name, source]) => [name, moduleOf(name, source)]))
  const unit = new Map()
  const orders = new Map()
  for (const entry of entries) unit.set(entry, entry)
  for (const entry of entries) {
    const order = []
    const visit = (name) => {
      if (unit.has(name) && name !== entry) return
      unit.set(name, entry)
      for (const { from } of modules.get(name).imports) visit(from)
      order.push(modules.get(name))
    }
    visit(entry)
    orders.set(entry, order)
  }
  const units = new Map()
  for (const [entry, order] of orders) {
    const taken = new Map()
    const take = (names, by) => {
      for (const each of names) {
        if (taken.has(each)) throw new SyntaxError(`${by} and ${taken.get(each)} declare ${each}`)
        taken.set(each, by)
      }
    }
    for (const { name, declared, addresses } of order) {
      take(declared, name)
      for (const address of addresses) {
        if (leadsElsewhere(address, name, { entry, unit })) throw new SyntaxError(`${name} builds the address ${address}`)
      }
    }
    const foreign = order.flatMap(({ imports }) => imports.filter(({ from }) => unit.get(from) !== entry))
    take(new Set(foreign.flatMap(({ names }) => names)), 'another unit')
    units.set(entry, joined(entry, order, { unit, modules }))
  }
  return units
}

/** Whether an address in a module is another one in the unit of an entry, or that of a module that was joined. */
function leadsElsewhere(address, name, { entry, unit }) {
  const isAbsolute = address !== null && /^(?:\/|[a-z]+:)/.test(address)
  if (isAbsolute) return false
  if (posix.dirname(name) !== posix.dirname(entry)) return true
  const target = address === null ? null : posix.join(posix.dirname(name), address)
  return unit.has(target) && unit.get(target) !== target
}

function joined(entry, order, { unit, modules }) {
  const imports = new Map()
  for (const { imports: all } of order) {
    for (const { from, names } of all) {
      if (unit.get(from) === entry) continue
      const known = imports.get(unit.get(from)) ?? new Set()
      imports.set(unit.get(from), known)
      for (const name of names) known.add(name)
    }
  }
  const exports = new Set(modules.get(entry).exports)
  for (const { name, imports: all } of modules.values()) {
    if (unit.get(name) === entry) continue
    for (const { from, names } of all) {
      if (unit.get(from) === entry) for (const each of names) exports.add(each)
    }
  }
  const address = (name) => {
    const path = posix.relative(posix.dirname(entry), name)
    return path.startsWith('.') ? path : `./${path}`
  }
  const heads = Array.from(imports, ([from, names]) => `import { ${[...names].join(', ')} } from '${address(from)}'\n`)
  const tail = exports.size > 0 ? `export { ${[...exports].join(', ')} }\n` : ''
  return heads.join('') + order.map(({ code }) => code).join('') + tail
}

/** A page that names one file of styles, and that file: the contents of all that it named, in order. */
export function joinedStyles(page, read) {
  const link = /<link rel="stylesheet" href="([^"]+)">\n/g
  const names = Array.from(page.matchAll(link), ([, name]) => name)
  const styles = names.map((name) => read(name).replace(/\/\*[^]*?\*\/\s*/g, '')).join('')
  let count = 0
  return { names, styles, page: page.replace(link, (line) => (count++ === 0 ? line : '')) }
}

/** Replaces the files of the page in a folder by its units. */
function build(folder) {
  const names = filesIn(folder).filter((name) => name.endsWith('.mjs'))
  const sources = new Map(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
  const units = unitsOf(sources, entries)
  // Modules that no unit needs are those of tests.
  for (const name of names) rmSync(join(folder, name))
  for (const [name, code] of units) writeFileSync(join(folder, name), lean(code))
  const read = (name) => readFileSync(join(folder, name), 'utf8')
  const { names: [first, ...others], styles, page } = joinedStyles(read('index.html'), read)
  for (const name of others) rmSync(join(folder, name))
  writeFileSync(join(folder, first), styles)
  writeFileSync(join(folder, 'index.html'), page)
}

if (process.argv[1] === new URL(import.meta.url).pathname) build(process.argv[2])
