import { expect, it } from 'vitest'
import { searchedTags } from './searched-tags.ts'
import { translateEvent } from './translate.ts'

const needed = { exception_type: 'E', message: '', platform: 'web' as const, app_id: 'x' }
const chrome =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36'

it('derives tags under the names of Sentry, from what our SDKs send', () => {
  const page = { browser: { user_agent: chrome }, page: { url: 'https://shop.example/cart?id=7#a', language: 'de' } }
  const mechanism = { type: 'onerror', handled: false }
  expect(searchedTags({ event: { ...needed, contexts: page, mechanism, tags: { plan: 'gold' } } })).toEqual({
    plan: 'gold',
    browser: 'Chrome 156.0.0.0',
    os: 'Android 15',
    url: 'https://shop.example/cart',
    handled: 'no',
    mechanism: 'onerror',
  })
  const request = { method: 'GET', url: '/users/7', route: '/users/:id' }
  const server = { os: { name: 'Linux', version: '6.1' }, runtime: { name: 'node', version: '20.20.2' }, request }
  expect(searchedTags({ event: { ...needed, contexts: server, mechanism: { handled: true } } })).toEqual({
    os: 'Linux 6.1',
    runtime: 'node 20.20.2',
    url: '/users/7',
    transaction: 'GET /users/:id',
    handled: 'yes',
  })
  const phone = { device: { model: 'Pixel 9' }, os: { name: 'Android', version: '15' }, screen: { name: 'Cart' } }
  expect(searchedTags({ event: { ...needed, contexts: phone } })).toEqual({
    os: 'Android 15',
    device: 'Pixel 9',
    transaction: 'Cart',
  })
})

it('leaves a name that the event uses itself, also for nothing', () => {
  const contexts = { os: { name: 'Linux' }, runtime: { name: 'node' } }
  expect(searchedTags({ event: { ...needed, contexts, tags: { os: 'mine', runtime: null } } })).toEqual({
    os: 'mine',
    runtime: null,
  })
})

it('gives the same names for the same facts of an event in the form of Sentry', () => {
  const mechanism = { type: 'onerror', handled: false }
  const contexts = { browser: { name: 'Chrome', version: '156' }, os: { name: 'Android', version: '15' } }
  const sent = { exception: { values: [{ type: 'E', value: '', mechanism }] }, contexts }
  const own = searchedTags({ event: { ...needed, contexts, mechanism } })
  expect(searchedTags(translateEvent(sent, { appId: 'x' }))).toEqual(own)
  expect(own).toEqual({ browser: 'Chrome 156', os: 'Android 15', handled: 'no', mechanism: 'onerror' })
})

it.each([null, undefined, 7, 'text', [], [null], { name: 7 }, { name: '' }, { user_agent: {} }, { url: [] }])(
  'reads contexts of any form: %j',
  (value) => {
    const names = ['browser', 'os', 'runtime', 'device', 'page', 'request', 'screen']
    const contexts = Object.fromEntries(names.map((name) => [name, value]))
    expect(searchedTags({ event: { ...needed, contexts: contexts as never } })).toEqual({})
    expect(searchedTags({ event: { ...needed, contexts: value as never, mechanism: value as never } })).toEqual({})
  },
)
