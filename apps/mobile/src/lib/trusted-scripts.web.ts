interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): unknown
}

const { trustedTypes } = window as { trustedTypes?: TrustedTypes }

/** The policy of the page asks for trusted URLs of scripts. Screens are loaded as they are opened, from the page's own folder alone. */
trustedTypes?.createPolicy('default', {
  createScriptURL: (url) => {
    const { origin, pathname } = new URL(url, location.href)
    if (origin !== location.origin || !pathname.startsWith('/m/')) throw new TypeError('not a script of this page')
    return url
  },
})
