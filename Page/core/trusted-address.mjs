// SPDX-License-Identifier: MIT

const policy = globalThis.trustedTypes?.createPolicy('decent', {
  createScriptURL: (address) => {
    if (new URL(address, location.href).origin !== location.origin) throw new TypeError(`not of this page: ${address}`)
    return address
  },
})

/** The address of a script of this page, as a browser wants it that takes none made by chance. */
export const trustedAddress = (address) => policy?.createScriptURL(String(address)) ?? address
