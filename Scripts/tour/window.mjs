// SPDX-License-Identifier: MIT

/** Asks the server of the tour, and shows what it says of the devices. */
async function ask(path) {
  const trouble = document.querySelector('#trouble')
  try {
    const response = await fetch(path, { method: 'POST', headers: { 'tour-secret': location.hash.slice(1) } })
    if (!response.ok) throw new Error(await response.text())
    const devices = await response.json()
    trouble.textContent = ''
    for (const device of devices) show(device)
  } catch (error) {
    trouble.textContent = `The tour cannot do that: ${error.message}. Start it once more with make run.`
  }
}

function show({ name, address, isOnline }) {
  const section = document.getElementById(name)
  const [frame, button, state] = ['iframe', 'button', 'output'].map((part) => section.querySelector(part))
  if (!frame.src) frame.src = address
  section.classList.toggle('offline', !isOnline)
  state.textContent = isOnline ? 'online' : 'offline'
  button.textContent = isOnline ? 'Take offline' : 'Bring back'
  button.disabled = false
}

for (const section of document.querySelectorAll('section')) {
  const button = section.querySelector('button')
  button.addEventListener('click', async () => {
    button.disabled = true
    await ask(`${section.classList.contains('offline') ? 'online' : 'offline'}?${section.id}`)
    button.disabled = false
  })
}
ask('devices')
