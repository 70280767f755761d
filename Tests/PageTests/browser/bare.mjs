// SPDX-License-Identifier: MIT

// The core of the page without a view: tests ask it by `evaluate`.
import { openNotebook } from './core/notebook.mjs'
import { registerPage } from './core/page-files.mjs'

globalThis.began = performance.now()
registerPage().catch((error) => console.error(String(error)))
globalThis.notebook = await openNotebook()
globalThis.opened = performance.now() - globalThis.began
