// SPDX-License-Identifier: MIT

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { filesOf } from '../../Page/core/page-crawl.mjs'
import { entries, joinedStyles, lean, unitsOf } from '../../Scripts/page-units.mjs'
import { tokensOf } from '../../Scripts/script-tokens.mjs'

const root = new URL('../../', import.meta.url)
const folders = ['Page/', 'Page/core/', 'Page/view/', 'Browser/', 'Scripts/', 'Tests/PageTests/']
const sources = new Map(folders.flatMap((folder) => readdirSync(new URL(folder, root))
  .filter((name) => name.endsWith('.mjs'))
  .map((name) => [folder + name, readFileSync(new URL(folder + name, root), 'utf8')])))

const kept = (source) => [...tokensOf(source)].filter(({ kind }) => kind !== 'space' && kind !== 'comment')
  .map(({ kind, text }) => `${kind} ${text}`)

test('All tokens but comments and spaces stay, in all our files', () => {
  for (const [name, source] of sources) {
    assert.equal([...tokensOf(source)].map(({ text }) => text).join(''), source, name)
    const small = lean(source)
    assert.deepEqual(kept(small), kept(source), name)
    assert.equal(lean(small), small, name)
    assert.ok(!/SPDX/.test(small) || /'.*SPDX|`.*SPDX|\/.*SPDX/.test(small), name)
  }
})

test('Texts that look like comments, and comments that look like texts', () => {
  const cases = [
    ["const a = '// no comment' // a comment\n", "const a='// no comment'\n"],
    ['const a = "/* no */" /* yes */ + 1\n', 'const a="/* no */"+1\n'],
    ['const a = `  // ${ b /* c */ + `  ${ d }` }  `\n', 'const a=`  // ${b+`  ${d}`}  `\n'],
    ["const a = /[/'\"`]\\/ \\/\\// // it's\n", "const a=/[/'\"`]\\/ \\/\\//\n"],
    ['a / b / c // d\n', 'a / b / c\n'],
    ["x = (1 + 2) / 3 // '\n", "x=(1+2)/ 3\n"],
    ['x = y[0] / 2; // "\n', 'x=y[0]/ 2;\n'],
    ["return /'/.test(a)\n", "return /'/.test(a)\n"],
    ["f(a, /'/)\n", "f(a,/'/)\n"],
    ["const a = '\\'// b' // c\n", "const a='\\'// b'\n"],
    ['const a = `\\`// b` // c\n', 'const a=`\\`// b`\n'],
    ['const a = `$ {b} $` // c\n', 'const a=`$ {b} $`\n'],
    ['const f = () => ({ a: `${ { b: 1 }.b }` })\n', 'const f=()=>({a:`${{b:1}.b}`})\n'],
    ['a + +b - -c - d++ + e\n', 'a+ +b- -c-d++ +e\n'],
    ['a = 1\n/* b */ ;[c] = d\n', 'a=1\n;[c]=d\n'],
    ['return\n/* b */ a\n', 'return\na\n'],
    ['return /* b\n */ a\n', 'return\na\n'],
    ['a\n  .b()\n  .c()\n', 'a.b().c()\n'],
    ['class A {\n  #b = 1\n  static c\n\n  get d() {\n    return #b in this\n  }\n}\n',
      'class A{#b=1\nstatic c\nget d(){return #b in this}}\n'],
    ['if (a) b\nelse c\n', 'if(a)b\nelse c\n'],
    ['for (const a of [1, 2]) b\n(c)\n', 'for(const a of[1,2])b\n(c)\n'],
  ]
  for (const [source, expected] of cases) {
    assert.equal(lean(source), expected)
  }
})

test('Divisions and regular expressions are told apart', () => {
  const expressions = (source) => [...tokensOf(source)].filter(({ kind }) => kind === 'expression').map(({ text }) => text)
  for (const source of ['a++ / b / c', 'a-- / b / c', 'a.in / b / c', 'a?.of / b / c', 'a++ /* d */ / b / c', '(a) / b / c']) {
    assert.deepEqual(expressions(source), [], source)
  }
  for (const source of ['a + /b/', 'a + +/b/', 'a+++/b/', 'return /b/', '[...new /b/]', 'a = -/b/', "'++' + /b/", 'a.b = /b/']) {
    assert.deepEqual(expressions(source), ['/b/'], source)
  }
})

test('Programs do the same without their spaces', () => {
  const programs = [
    'let a = 1\nlet b = a\n++b\nreturn [a, b]',
    'const f = () => {\n  return\n  1\n}\nreturn [f()]',
    "const a = 'x'\nconst b = a\n  ? 'yes' // '\n  : 'no'\nreturn b",
    'const a = { in: 1, of: 2 }\nreturn a.in / a.of / 2',
    'let a = 4\nconst g = 2\nreturn a / 2 / g',
    'label: for (let i = 0; i < 3; i++) {\n  if (i === 1) continue label\n  if (i > 1) break label\n}\nreturn `a${`b${1 + 1}`}`',
    'const a = async () => {}\nreturn typeof a + - - 1',
    "return 'a b'.replace(/ /g, '  ') // c",
    'class A {\n  static #b = 2\n  static c = A.#b\n  static async *d() {}\n}\nreturn A.c',
  ]
  for (const program of programs) {
    assert.deepEqual(new Function(lean(program))(), new Function(program)(), program)
  }
})

test('What does not end is refused', () => {
  for (const source of ["const a = 'b\n'", 'const a = `b', '/* a', 'a = /b\n/']) assert.throws(() => lean(source), SyntaxError)
})

test('Modules are joined in the order of their needs', () => {
  const units = unitsOf(new Map([
    ['a.mjs', "import { b, c } from './x/b.mjs'\nimport { z } from './z.mjs'\nexport const a = b + c + z\n"],
    ['x/b.mjs', "import { c } from './c.mjs'\nexport const b = c\n"],
    ['x/c.mjs', 'export function c() {}\n'],
    ['z.mjs', "import { c } from './x/c.mjs'\nexport class z {}\nconst own = c\n"],
    ['unused.mjs', 'export const unused = 1\n'],
  ]), ['a.mjs', 'z.mjs'])
  assert.deepEqual([...units], [
    ['a.mjs', "import { z } from './z.mjs'\nfunction c() {}\nconst b = c\nconst a = b + c + z\nexport { a, c }\n"],
    ['z.mjs', "import { c } from './a.mjs'\nclass z {}\nconst own = c\nexport { z }\n"],
  ])
})

test('What cannot be joined safely is refused', () => {
  const refused = (...modules) => assert.throws(
    () => unitsOf(new Map(modules.map((code, place) => [`${place}.mjs`, code])), ['0.mjs']), SyntaxError)
  refused("import { b } from './1.mjs'\nconst a = 1\n", 'const a = 2\nexport const b = a\n')
  refused("import { b } from './1.mjs'\nconst { a } = b\n", 'let a = 2\nexport const b = a\n')
  refused("import * as b from './1.mjs'\n", 'export const b = 1\n')
  refused("import { b as c } from './1.mjs'\n", 'export const b = 1\n')
  refused("import b from './1.mjs'\n", 'export default 1\n')
  refused("export { b } from './1.mjs'\n", 'export const b = 1\n')
  for (const code of ['const a = 1, b = 2\n', 'let a, b\n', 'const { a: b } = {}\n', 'const { a = 1 } = {}\n',
    'const [a = 1] = []\n', 'const { ...a } = {}\n', 'export const own = 1, b = 2\n']) refused(code)
  // Names of inner blocks are no names of the module.
  unitsOf(new Map([['0.mjs', 'const a = () => {\n  let b = 1, c = 2\n}\nfor (let d = 0, e = 1; d < e; d++) f(d, `${[d, e]}`)\n']]), ['0.mjs'])
  refused("import { b } from './1.mjs'\nvar a = 1\n", 'var a = 2\nexport const b = a\n')
  refused("import { b } from './1.mjs'\nconst [a, c] = b\n", 'function* c() {}\nexport const b = c\n')
})

test('Addresses that would lead elsewhere are refused', () => {
  const joined = (code) => unitsOf(new Map([
    ['x/entry.mjs', "import { b } from './b.mjs'\nimport { c } from '../c.mjs'\nexport const a = b + c\n"],
    ['x/b.mjs', `export const b = 1\n${code('x/b.mjs')}`], ['c.mjs', `export const c = 1\n${code('c.mjs')}`], ['x/other.mjs', ''],
  ]), ['x/entry.mjs', 'x/other.mjs'])
  const within = (name, code) => () => joined((each) => (each === name ? code : ''))
  for (const code of ["await import('./other.mjs')\n", "new URL('other.mjs', import.meta.url)\n", 'await import(b)\n', 'const d = import.meta.url\n']) {
    within('x/b.mjs', code)()
    assert.throws(within('c.mjs', code), SyntaxError, code)
  }
  assert.throws(within('x/b.mjs', "await import('./b.mjs')\n"), SyntaxError)
  within('c.mjs', "await import('/x/other.mjs')\nnew URL('/x', import.meta.url)\n")()
})

test('Styles become one file, in their order', () => {
  const files = { 'a.css': '/* no */\na{b:c}\n', 'd.css': 'e{f:"*"}\n' }
  const link = (name) => `<link rel="stylesheet" href="${name}">\n`
  const joined = joinedStyles(`x\n${link('a.css')}${link('d.css')}y\n`, (name) => files[name])
  assert.deepEqual(joined, {
    names: ['a.css', 'd.css'], styles: 'a{b:c}\ne{f:"*"}\n', page: `x\n${link('a.css')}y\n`,
  })
})

test('The page of units is whole, and its core runs', async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'page-'))
  context.after(() => rmSync(folder, { recursive: true }))
  cpSync(new URL('Page', root), folder, { recursive: true })
  cpSync(new URL('Browser/decent.mjs', root), join(folder, 'decent.mjs'))
  writeFileSync(join(folder, 'decent-notes.wasm'), '')
  execFileSync(process.execPath, [new URL('Scripts/page-units.mjs', root).pathname, folder])
  for (const name of entries) execFileSync(process.execPath, ['--check', join(folder, name)])
  const files = await filesOf('http://page/', async (url) => {
    const { pathname } = new URL(url)
    return new Response(readFileSync(join(folder, pathname === '/' ? 'index.html' : pathname)))
  })
  const found = files.map(({ path }) => path.slice(1)).sort()
  const all = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile())
    .map((file) => join(file.parentPath ?? file.path, file.name).slice(folder.length + 1))
  assert.deepEqual(found, ['', ...all.filter((name) => !['index.html', 'service-worker.mjs'].includes(name))].sort())
  const { openNotebook } = await import(join(folder, 'core/notebook.mjs'))
  const [{ loadModule }, { MemoryStorage }] = await Promise.all([
    import('./pages.mjs'), import('../../Page/core/storage-memory.mjs'),
  ])
  const page = await openNotebook({
    module: await loadModule(), storage: new MemoryStorage(), channel: null, locks: null,
  })
  page.create({ title: 'Joined' })
  await page.save()
  assert.deepEqual(page.rows().map(({ title }) => title), ['Joined'])
  page.close()
})
