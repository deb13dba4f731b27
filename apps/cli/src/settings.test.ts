import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { storeLogin } from './login-file.ts'
import { normalizeUrl, readSettings } from './settings.ts'

const root = mkdtempSync(join(tmpdir(), 'bugle-settings-'))
const below = join(root, 'work/apps/web')
const bare = join(root, 'bare')
const env = { XDG_CONFIG_HOME: join(root, 'config') }

beforeAll(async () => {
  mkdirSync(below, { recursive: true })
  mkdirSync(bare)
  await storeLogin(env, 'https://one.example', { token: '1|one', kind: 'session' })
  await storeLogin(env, 'https://two.example', { token: '2|two', kind: 'api_token' })
  const file = { url: 'https://one.example/', project: 'Shop', release: 'shop@1' }
  writeFileSync(join(root, 'work/bugle.json'), JSON.stringify(file))
})
afterAll(() => rmSync(root, { recursive: true }))

it('takes flags before the environment, bugle.json above the folder and the login of that server', async () => {
  const flags = { url: 'https://flag.example' }
  const given = { ...env, BUGLE_URL: 'https://env.example', BUGLE_TOKEN: '3|env', GITHUB_SHA: 'c0' }
  expect(await readSettings(flags, given, below)).toMatchObject({
    url: { value: 'https://flag.example', source: 'flag' },
    token: { value: '3|env', source: 'environment' },
    project: { value: 'Shop', source: 'bugle.json' },
    release: { value: 'shop@1', source: 'bugle.json' },
  })
  expect(await readSettings({}, given, below)).toMatchObject({ url: { source: 'environment' } })
  expect(await readSettings({}, { ...env, BUGLE_RELEASE: 'r2' }, below)).toMatchObject({
    url: { value: 'https://one.example', source: 'bugle.json' },
    token: { value: '1|one', source: 'login' },
    release: { value: 'r2', source: 'environment' },
  })
  expect(await readSettings({}, { ...env, GITHUB_SHA: 'c0' }, bare)).toMatchObject({
    url: { value: 'https://two.example', source: 'login' },
    login: { kind: 'api_token' },
    release: { value: 'c0', source: 'environment' },
    projectFile: undefined,
  })
})

it('never sends a stored login to another server', async () => {
  expect(await readSettings({ url: 'https://evil.example' }, env, bare)).toMatchObject({ token: undefined })
})

it('takes empty variables for missing ones', async () => {
  const { url } = await readSettings({}, { ...env, BUGLE_URL: '' }, bare)
  expect(url?.source).toBe('login')
})

it.each([
  ['https://Bugle.example.com/', 'https://bugle.example.com'],
  ['http://127.0.0.1:8080/errors//', 'http://127.0.0.1:8080/errors'],
])('brings %s into one spelling', (text, url) => {
  expect(normalizeUrl(text)).toBe(url)
})
