/** Expo's config plugin, in Node: `plugins: [['@bugle/react-native', { token, endpoint }]]` in app.json. */

interface ExpoConfig {
  extra?: Record<string, unknown>
  ios?: { infoPlist?: Record<string, unknown> }
}

export interface PluginOptions {
  /** Default for the option of `init`. */
  token?: string
  endpoint?: string
  /** Defaults to the app's own identifier. */
  appId?: string
  environment?: string
  /** Allows an `endpoint` of `http:`, which iOS and Android refuse, for a server on your own machine. */
  allowHttp?: boolean
}

interface Manifest {
  modResults: { manifest: { application?: { $: Record<string, string> }[] } }
}

type WithAndroidManifest = <C>(config: C, change: (manifest: Manifest) => Manifest) => C

/** Writes defaults for `init` into the app's configuration, and allows plain HTTP if asked to. */
export function withBugle<C extends ExpoConfig>(config: C, options: PluginOptions = {}): C {
  const { allowHttp, ...defaults } = options
  const whole = { ...config, extra: { ...config.extra, bugle: defaults } }
  return allowHttp ? allowPlain(whole, defaults.endpoint) : whole
}

function allowPlain<C extends ExpoConfig>(config: C, endpoint: string | undefined): C {
  const host = /^http:\/\/([^/:]+)/.exec(endpoint ?? '')?.[1]
  if (host === undefined) throw new Error('@bugle/react-native: allowHttp is for an endpoint that begins with http://')
  const { withAndroidManifest } = require('expo/config-plugins') as { withAndroidManifest: WithAndroidManifest }
  const { infoPlist = {} } = config.ios ?? {}
  const security = (infoPlist.NSAppTransportSecurity ?? {}) as { NSExceptionDomains?: object }
  const NSExceptionDomains = { ...security.NSExceptionDomains, [host]: { NSExceptionAllowsInsecureHTTPLoads: true } }
  const ios = {
    ...config.ios,
    infoPlist: { ...infoPlist, NSAppTransportSecurity: { ...security, NSExceptionDomains } },
  }
  return withAndroidManifest({ ...config, ios }, (manifest) => {
    for (const { $: attributes } of manifest.modResults.manifest.application ?? [])
      attributes['android:usesCleartextTraffic'] = 'true'
    return manifest
  })
}
