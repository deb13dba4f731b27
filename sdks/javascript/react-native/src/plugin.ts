// Expo's config plugin, in Node: `plugins: [['@bugle/react-native', { token, endpoint }]]` in app.json.

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
  /** Uploads the source maps of release builds, if `BUGLE_TOKEN` is set there; `false` leaves the native projects alone. */
  uploads?: boolean
}

interface Manifest {
  modResults: { manifest: { application?: { $: Record<string, string> }[] } }
}

interface GradleFile {
  modResults: { contents: string }
}

interface XcodeProject {
  modResults: { hash: { project: { objects: { PBXShellScriptBuildPhase?: Record<string, unknown> } } } }
}

type Change<File> = <C>(config: C, change: (file: File) => File) => C

interface ConfigPlugins {
  withAndroidManifest: Change<Manifest>
  withAppBuildGradle: Change<GradleFile>
  withXcodeProject: Change<XcodeProject>
}

/** Loaded when a native project is made: an app that only reads its configuration may do without Expo. */
function configPlugins(): ConfigPlugins {
  return require('expo/config-plugins') as ConfigPlugins
}

/**
 * Writes defaults for `init` into the app's configuration, makes release builds upload their source maps, and allows plain
 * HTTP if asked to.
 */
export function withBugle<C extends ExpoConfig>(config: C, options: PluginOptions = {}): C {
  const { allowHttp, uploads = true, ...defaults } = options
  const missing = (['token', 'endpoint'] as const).filter((name) => !defaults[name])
  // With neither, `init` gets them.
  if (missing.length === 1) console.warn(`[bugle] the plugin has no ${missing[0]}: events need token and endpoint`)
  const whole = { ...config, extra: { ...config.extra, bugle: defaults } }
  const reachable = allowHttp ? allowPlain(whole, defaults.endpoint) : whole
  return uploads ? withUploads(reachable) : reachable
}

const packageFolder = "require('path').dirname(require.resolve('@bugle/react-native/package.json'))"
const gradleLine = `apply from: new File(["node", "--print", "${packageFolder}"].execute(null, rootDir).text.trim(), "native/bugle.gradle")`
const xcodeLines = {
  first: 'export SOURCEMAP_FILE="$DERIVED_FILE_DIR/main.jsbundle.map"',
  last: `/bin/sh "$("$NODE_BINARY" --print "${packageFolder}")/native/bugle-xcode.sh"`,
}

/** Adds the upload to both native projects; a second time it changes nothing. */
function withUploads<C>(config: C): C {
  const { withAppBuildGradle, withXcodeProject } = configPlugins()
  const onAndroid = withAppBuildGradle(config, (file) => {
    if (!file.modResults.contents.includes(gradleLine)) file.modResults.contents += `\n${gradleLine}\n`
    return file
  })
  return withXcodeProject(onAndroid, (file) => {
    const phases = Object.values(file.modResults.hash.project.objects.PBXShellScriptBuildPhase ?? {})
    for (const phase of phases) {
      const { shellScript } = phase as { shellScript?: string }
      // The project's file has scripts as quoted texts.
      if (shellScript === undefined || !shellScript.includes('react-native-xcode.sh')) continue
      const script = JSON.parse(shellScript) as string
      if (script.includes(xcodeLines.last)) continue
      Object.assign(phase as object, {
        shellScript: JSON.stringify(`${xcodeLines.first}\n${script.trimEnd()}\n${xcodeLines.last}\n`),
      })
    }
    return file
  })
}

function allowPlain<C extends ExpoConfig>(config: C, endpoint: string | undefined): C {
  const host = /^http:\/\/([^/:]+)/.exec(endpoint ?? '')?.[1]
  if (host === undefined) throw new Error('@bugle/react-native: allowHttp is for an endpoint that begins with http://')
  const { infoPlist = {} } = config.ios ?? {}
  const security = (infoPlist.NSAppTransportSecurity ?? {}) as { NSExceptionDomains?: object }
  const NSExceptionDomains = { ...security.NSExceptionDomains, [host]: { NSExceptionAllowsInsecureHTTPLoads: true } }
  const ios = {
    ...config.ios,
    infoPlist: { ...infoPlist, NSAppTransportSecurity: { ...security, NSExceptionDomains } },
  }
  return configPlugins().withAndroidManifest({ ...config, ios }, (manifest) => {
    for (const { $: attributes } of manifest.modResults.manifest.application ?? [])
      attributes['android:usesCleartextTraffic'] = 'true'
    return manifest
  })
}
