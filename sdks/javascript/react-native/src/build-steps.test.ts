import { createClient, debugIds, nestedScopes, reportMessage, Scope } from '@bugle/core'
import { expect, it, vi } from 'vitest'
import { bugleDebugId } from './metro.ts'
import { withBugle } from './plugin.ts'

it('adds the options of init to the app’s configuration, keeping the rest', () => {
  const config = { name: 'Shop', extra: { eas: 1 } }
  expect(withBugle(config, { token: 'bgl_live_x', endpoint: 'https://bugle.example.com', uploads: false })).toEqual({
    name: 'Shop',
    extra: { eas: 1, bugle: { token: 'bgl_live_x', endpoint: 'https://bugle.example.com' } },
  })
})

it.each([
  [{ token: 'bgl_live_x' }, ['[bugle] the plugin has no endpoint: events need token and endpoint']],
  [{ endpoint: 'https://bugle.example.com' }, ['[bugle] the plugin has no token: events need token and endpoint']],
  [{}, []],
])('says at the build what half of the options lack: %j', (options, lines) => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  withBugle({}, { ...options, uploads: false })
  expect(warn.mock.calls.map(([line]) => line)).toEqual(lines)
  warn.mockRestore()
})

it('allows plain HTTP for an address of plain HTTP alone', () => {
  expect(() => withBugle({}, { endpoint: 'https://bugle.example.com', allowHttp: true })).toThrow('http://')
})

it('writes a bundle’s debug id into its code, where the SDK finds it by Hermes stacks', () => {
  const prelude = { path: '__prelude__' }
  const [first, ...others] = bugleDebugId({ premodules: [prelude], debugId: '0a1b' }) as unknown as [
    { output: [{ data: { code: string } }] },
    unknown,
  ]
  expect(others).toEqual([prelude])
  const page = globalThis as { __bugleDebugIds?: Record<string, string>; _sentryDebugIds?: Record<string, string> }
  try {
    new Function(first.output[0].data.code)()
    const [stack, id] = Object.entries(page.__bugleDebugIds!)[0]!
    expect([stack.slice(0, 5), id]).toEqual(['Error', '0a1b'])
    // Sentry's SDKs read theirs, in which the same call is named.
    expect(page._sentryDebugIds).toEqual({ [stack]: '0a1b' })
    delete page._sentryDebugIds
    page.__bugleDebugIds = { 'Error\n    at global (address at index.android.bundle:1:426)': id }
    expect(debugMetaOf()).toEqual({
      images: [{ type: 'sourcemap', code_file: 'index.android.bundle', debug_id: '0a1b' }],
    })
  } finally {
    delete page.__bugleDebugIds
    delete page._sentryDebugIds
  }
})

it('leaves a bundle without an id as it is', () => {
  const premodules = [{ path: '__prelude__' }]
  expect(bugleDebugId({ premodules })).toBe(premodules)
})

function debugMetaOf(): unknown {
  let seen: unknown
  const client = createClient(
    {
      token: 'x',
      endpoint: 'http://bugle.test',
      appId: 'com.example.app',
      beforeSend: (event) => {
        seen = event.debug_meta
        return null
      },
    },
    {
      platform: 'android',
      sdk: { name: 'test', version: '0' },
      transport: async () => ({ status: 202 }),
      scopes: nestedScopes(new Scope()),
      contexts: () => ({}),
      setTimer: () => () => {},
      integrations: [debugIds()],
    },
  )
  reportMessage(client, 'look')
  return seen
}
