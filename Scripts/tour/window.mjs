// SPDX-License-Identifier: MIT

/** Asks the server of the tour, and shows what it says of the devices. */
async function ask(path) {
  const trouble = document.querySelector('#trouble')
  try {
    const response = await fetch(path, { method: 'POST' })
    if (!response.ok) throw new Error(`the tour answered ${response.status}`)
    const devices = await response.json()
    trouble.textContent = ''
    for (const device of devices) show(device)
  } catch (error) {
    trouble.textContent = `The tour does not answer: ${error.message}. Start it once more with make run.`
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
  button.addEventListener('click', () => {
    button.disabled = true
    ask(`${section.classList.contains('offline') ? 'online' : 'offline'}?${section.id}`)
  })
}
ask('devices')
