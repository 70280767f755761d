// SPDX-License-Identifier: MIT
//
// What is wrong for those who hear the page, or see it badly: a list of sentences. Evaluated in it.
() => {
  const faults = []
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('[aria-hidden=true]')
  const describe = (element) => `${element.tagName.toLowerCase()}${element.id ? '#' + element.id : ''}.${element.className.baseVal ?? element.className} “${element.textContent.trim().slice(0, 30)}”`

  const named = (element) => (element.getAttribute('aria-label') ?? '').trim()
    || (element.getAttribute('aria-labelledby') && document.getElementById(element.getAttribute('aria-labelledby'))?.textContent.trim())
    || element.labels?.[0]?.textContent.trim() || element.textContent.trim() || element.querySelector('[aria-label]')
  for (const element of document.querySelectorAll('button, a[href], input, textarea, select, summary, meter, [role=option], [role=listbox], [role=img], [role=menu], dialog, nav, main, section, [role=group]')) {
    if (isShown(element) && !named(element)) faults.push(`no name: ${describe(element)}`)
  }
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
  for (const id of new Set(ids)) if (ids.filter((other) => other === id).length > 1) faults.push(`an id twice: ${id}`)
  for (const element of document.querySelectorAll('[aria-labelledby], [aria-controls], [aria-describedby], [aria-activedescendant]')) {
    for (const name of ['aria-labelledby', 'aria-controls', 'aria-describedby', 'aria-activedescendant']) {
      const id = element.getAttribute(name)
      if (id && !document.getElementById(id)) faults.push(`${name} of nothing: ${describe(element)}`)
    }
  }
  for (const option of document.querySelectorAll('[role=option]')) {
    if (isShown(option) && !option.closest('[role=listbox]')) faults.push(`an option without a list: ${describe(option)}`)
  }
  if ([...document.querySelectorAll('main')].filter(isShown).length !== 1) faults.push('not one main')

  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  const rgba = (color) => {
    canvas.clearRect(0, 0, 1, 1)
    canvas.fillStyle = color
    canvas.fillRect(0, 0, 1, 1)
    return [...canvas.getImageData(0, 0, 1, 1).data]
  }
  const under = (element) => {
    const layers = []
    for (let at = element; at; at = at.parentElement) layers.push(rgba(getComputedStyle(at).backgroundColor))
    return layers.reverse().reduce((below, [r, g, b, a]) =>
      [r, g, b].map((value, index) => value * a / 255 + below[index] * (1 - a / 255)), [255, 255, 255])
  }
  const luminance = (color) => color.slice(0, 3).map((value) => value / 255)
    .map((value) => value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
    .reduce((sum, value, index) => sum + value * [0.2126, 0.7152, 0.0722][index], 0)
  const seen = new Set()
  const walker = document.createTreeWalker(document.querySelector('dialog[open]') ?? document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement
    if (!walker.currentNode.data.trim() || seen.has(element) || !element.checkVisibility({ visibilityProperty: true })) continue
    if (element.closest('.sr, noscript, script, option') || element.disabled || !element.getClientRects().length) continue
    seen.add(element)
    const [one, other] = [luminance(rgba(getComputedStyle(element).color)), luminance(under(element))].sort((a, b) => b - a)
    const contrast = (one + 0.05) / (other + 0.05)
    if (contrast < 4.5) faults.push(`contrast ${contrast.toFixed(2)}: ${describe(element)}`)
  }
  return faults
}
