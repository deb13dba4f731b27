import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'

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
      expect(statSync(bundle).size / 1e6).toBeLessThanOrEqual(3)
      expect(map.sources.some((source) => source.endsWith('sdks/javascript/react-native/src/index.ts'))).toBe(true)
    }
    // Metro and Hermes, for two platforms, beside browsers.
  }, 900_000)

  it('ask for camera, notifications and biometrics alone', async () => {
    const project = newDirectory()
    for (const name of ['app.json', 'package.json', 'index.ts', 'babel.config.js', 'src'])
      cpSync(join(app, name), join(project, name), { recursive: true })
    symlinkSync(join(app, 'node_modules'), join(project, 'node_modules'))
    await expo(project, 'prebuild', '--no-install', '--platform', 'all')
    const manifest = readFileSync(join(project, 'android/app/src/main/AndroidManifest.xml'), 'utf8')
    const asked = [...manifest.matchAll(/<uses-permission android:name="android\.permission\.(\w+)"\/>/g)].map(
      ([, name]) => name,
    )
    expect(asked.sort()).toEqual(['CAMERA', 'INTERNET', 'USE_BIOMETRIC', 'USE_FINGERPRINT'])
    expect(manifest).toContain('android:scheme="bugle"')
    const library = readFileSync(
      join(app, 'node_modules/expo-unified-push/android/src/main/AndroidManifest.xml'),
      'utf8',
    )
    expect([...library.matchAll(/android\.permission\.(\w+)/g)].map(([, name]) => name)).toEqual(['POST_NOTIFICATIONS'])
    const info = readFileSync(join(project, 'ios/Bugle/Info.plist'), 'utf8')
    const texts = [...info.matchAll(/<key>(\w+UsageDescription)<\/key>/g)].map(([, name]) => name)
    expect(texts.sort()).toEqual(['NSCameraUsageDescription', 'NSFaceIDUsageDescription'])
    expect(info).toContain('<string>bugle</string>')
  }, 300_000)
})
