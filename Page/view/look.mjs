// SPDX-License-Identifier: MIT

import { remember, remembered } from './remembered.mjs'

/** How the page looks: of each part the attribute of the page, and the words for its values. */
const parts = [
  ['theme', { '': 'As the system', light: 'Light', dark: 'Dark' }],
  ['size', { small: 'Small text', '': 'Normal text', large: 'Large text', larger: 'Larger text' }],
  ['face', { '': 'Serif', sans: 'Sans serif', mono: 'All letters equally wide' }],
]

const bars = [...document.querySelectorAll('meta[name=theme-color]')].map((meta) => ({ meta, own: meta.content }))

/** Makes the page look as the person wants it. */
export function showLook() {
  const { dataset } = document.documentElement
  for (const [part] of parts) {
    const value = remembered(part, '')
    if (value) dataset[part] = value
    else delete dataset[part]
  }
  // The bar of the browser, which has a colour for each scheme.
  const forced = ['light', 'dark'].indexOf(dataset.theme)
  for (const { meta, own } of bars) meta.content = bars[forced]?.own ?? own
}

/** The entries of the menu of looks. */
export const lookEntries = () => parts.flatMap(([part, values], index) => [
  ...index ? [null] : [],
  ...Object.entries(values).map(([value, words]) => ({
    words, checked: remembered(part, '') === value,
    do: () => {
      remember(part, value)
      showLook()
    },
  })),
])
