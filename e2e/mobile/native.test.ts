import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { buildNumberOf } from '../../scripts/release/set-version.mjs'

const app = fileURLToPath(new URL('../../apps/mobile/', import.meta.url))
const made: string[] = []
const run = promisify(execFile)

function newDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'bugle-mobile-'))
  made.push(directory)
  return directory
}

function expo(cwd: string, ...args: string[]) {
  const env = { ...process.env, NODE_ENV: 'production', CI: '1', EXPO_OFFLINE: '1', EXPO_NO_TELEMETRY: '1' }
  return run(process.execPath, [join(app, 'node_modules/expo/bin/cli'), ...args], { cwd, env })
}

/** Finds the shapes that icons and pictures are drawn of; metro.config.js leaves others out of the bundles. */
function shapesInUse(): string[] {
  const shapes = new Set<string>()
  const source = join(app, 'src')
  for (const name of readdirSync(source, { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(name)) continue
    const text = readFileSync(join(source, name), 'utf8')
    for (const [, named] of text.matchAll(/import Svg, \{ (.+?) \} from 'react-native-svg'/g))
      for (const shape of named!.split(', ')) shapes.add(shape)
    for (const [, icon] of text.matchAll(/lucide-react-native\/icons\/([\w-]+)/g)) {
      const drawn = readFileSync(join(app, `node_modules/lucide-react-native/dist/esm/icons/${icon}.mjs`), 'utf8')
      for (const [, tag] of drawn.matchAll(/\[\s*"(\w+)",\s*\{/g)) shapes.add(tag![0]!.toUpperCase() + tag!.slice(1))
    }
  }
  return [...shapes]
}

/** Finds the files of React Native that the sources of a bundle take parts of by their names. */
function partsInUse(sources: string[]): string[] {
  const index = readFileSync(join(app, 'node_modules/react-native/index.js'), 'utf8')
  const getters = index.matchAll(/^ {2}get (\w+)\(\)[\s\S]*?require\('\.\/(.+?)'\)/gm)
  const files = new Map([...getters].map(([, name, file]) => [name!, file!]))
  const found = new Set<string>()
  for (const source of sources) {
    const path = [join(app, source), join(app, '../..', source)].find((one) => existsSync(one))
    if (path === undefined || source.includes('/node_modules/react-native/')) continue
    const text = readFileSync(path, 'utf8')
    const imported = [...text.matchAll(/import (?:\w+, )?\{([^}]*)\} from ['"]react-native['"]/g)]
      .flatMap(([, names]) => names!.split(','))
      .map((name) => name.trim().split(' as ')[0]!)
    const used = [...text.matchAll(/\breact_native_\d+\.(\w+)/g)].map(([, name]) => name!)
    for (const name of [...imported, ...used]) if (files.has(name)) found.add(files.get(name)!)
  }
  expect(found.size).toBeGreaterThan(20)
  return [...found]
}

/** The native apps as far as they can be tested without a phone: their code, and what their manifests ask for. */
describe.runIf(process.env.BUGLE_MOBILE === '1')('the native apps', () => {
  afterAll(() => {
    for (const directory of made) rmSync(directory, { recursive: true, force: true })
  })

  it('are built without a network, within their size, each with one debug id', async () => {
    const output = newDirectory()
    await expo(app, 'export', '--platform', 'android', '--platform', 'ios', '--source-maps', '--output-dir', output)
    for (const platform of ['android', 'ios']) {
      const directory = join(output, '_expo/static/js', platform)
      const [name] = readdirSync(directory).filter((file) => file.endsWith('.hbc'))
      const bundle = join(directory, name!)
      const ids = [
        ...readFileSync(bundle)
          .toString('latin1')
          .matchAll(/bugle-dbid-([\da-f-]{36})/g),
      ].map(([, id]) => id)
      const map = JSON.parse(readFileSync(`${bundle}.map`, 'utf8')) as { debugId?: string; sources: string[] }
      expect({ platform, ids }).toEqual({ platform, ids: [map.debugId] })
      // About a tenth below the budget of 3 MB, so that a change has room.
      expect(statSync(bundle).size / 1e6).toBeLessThanOrEqual(2.75)
      const has = (file: string) => map.sources.some((source) => source.includes(`/node_modules/${file}.`))
      const shapes = shapesInUse().filter((shape) => !has(`react-native-svg/src/elements/${shape}`))
      const parts = partsInUse(map.sources).filter((part) => !has(`react-native/${part}`))
      expect({ platform, missing: [...shapes, ...parts] }).toEqual({ platform, missing: [] })
      expect(map.sources.some((source) => source.endsWith('sdks/javascript/react-native/src/index.ts'))).toBe(true)
    }
    // Metro and Hermes, for two platforms, beside browsers.
  }, 900_000)

  it("ask for nothing but what they use, and bring everything that the stores and a network of one's own need", async () => {
    const project = newDirectory()
    for (const name of ['app.json', 'package.json', 'index.ts', 'babel.config.js', 'src', 'assets', 'plugins', 'store'])
      cpSync(join(app, name), join(project, name), { recursive: true })
    symlinkSync(join(app, 'node_modules'), join(project, 'node_modules'))
    await expo(project, 'prebuild', '--no-install', '--platform', 'all')
    const read = (...path: string[]) => readFileSync(join(project, ...path), 'utf8')

    const manifest = read('android/app/src/main/AndroidManifest.xml')
    const asked = [...manifest.matchAll(/<uses-permission android:name="android\.permission\.(\w+)"\/>/g)].map(
      ([, name]) => name,
    )
    expect(asked.sort()).toEqual(['CAMERA', 'INTERNET', 'USE_BIOMETRIC', 'USE_FINGERPRINT'])
    const library = readFileSync(
      join(app, 'node_modules/expo-unified-push/android/src/main/AndroidManifest.xml'),
      'utf8',
    )
    expect([...library.matchAll(/android\.permission\.(\w+)/g)].map(([, name]) => name)).toEqual(['POST_NOTIFICATIONS'])
    expect(manifest).toContain('android:scheme="bugle"')
    // Servers in one's own network have no certificate, also for a release build.
    expect(manifest).toMatch(/<application[^>]* android:usesCleartextTraffic="true"/)
    const gradle = read('android/app/build.gradle')
    const { version } = JSON.parse(read('package.json')) as { version: string }
    expect(gradle).toContain(`versionName "${version}"`)
    expect(gradle).toContain(`versionCode ${buildNumberOf(version)}`)
    const colors = read('android/app/src/main/res/values/colors.xml')
    expect(colors).toContain('<color name="iconBackground">#2a2118</color>')
    expect(colors).toContain('<color name="splashscreen_background">#faf9f6</color>')
    expect(read('android/app/src/main/res/values-night/colors.xml')).toContain('#120f0d')
    const icons = readdirSync(join(project, 'android/app/src/main/res/mipmap-xxxhdpi'))
    expect(icons.map((name) => name.replace(/\.\w+$/, '')).sort()).toEqual(
      [
        'ic_launcher',
        'ic_launcher_background',
        'ic_launcher_foreground',
        'ic_launcher_monochrome',
        'ic_launcher_round',
      ].filter((name) => icons.some((icon) => icon.startsWith(`${name}.`))),
    )
    expect(icons.some((icon) => icon.startsWith('ic_launcher_foreground'))).toBe(true)

    const info = read('ios/Bugle/Info.plist')
    const infoOf = (key: string) =>
      new RegExp(`<key>${key}</key>\\s*(?:<string>([^<]*)</string>|<(true|false)/>)`).exec(info)
    const texts = [...info.matchAll(/<key>(\w+UsageDescription)<\/key>/g)].map(([, name]) => name)
    expect(texts.sort()).toEqual([
      'NSCameraUsageDescription',
      'NSFaceIDUsageDescription',
      'NSLocalNetworkUsageDescription',
    ])
    expect(info).toContain('<string>bugle</string>')
    expect(infoOf('NSAllowsLocalNetworking')?.[2]).toBe('true')
    expect(infoOf('NSAllowsArbitraryLoads')?.[2]).toBe('false')
    expect(infoOf('ITSAppUsesNonExemptEncryption')?.[2]).toBe('false')
    expect(infoOf('CFBundleShortVersionString')?.[1]).toBe(version)
    expect(infoOf('CFBundleVersion')?.[1]).toBe(String(buildNumberOf(version)))
    for (const language of ['en', 'de']) {
      const strings = read(`ios/Bugle/Supporting/${language}.lproj/InfoPlist.strings`)
      for (const name of texts) expect(strings).toContain(name)
    }
    const privacy = read('ios/Bugle/PrivacyInfo.xcprivacy')
    expect(privacy).toMatch(/<key>NSPrivacyTracking<\/key>\s*<false\/>/)
    expect(privacy).toMatch(/<key>NSPrivacyCollectedDataTypes<\/key>\s*<array\s*\/>/)
    for (const reason of ['CA92.1', 'C617.1', 'E174.1', '35F9.1']) expect(privacy).toContain(reason)
    const appIcons = join(project, 'ios/Bugle/Images.xcassets/AppIcon.appiconset')
    const icon = readdirSync(appIcons).find((name) => name.endsWith('.png'))!
    expect(readFileSync(join(appIcons, icon)).length).toBeGreaterThan(5000)
    expect(read('ios/Bugle/SplashScreen.storyboard')).toContain('SplashScreenLogo')
  }, 300_000)
})
