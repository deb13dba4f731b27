import { expect, it } from 'vitest'
import { bareServer } from '../http/testing/bare-server.ts'
import { mountWellKnown } from './well-known.ts'

async function serverWith(securityContact: string | undefined) {
  const app = await bareServer({ url: 'https://example.com/bugle' })
  mountWellKnown(app, { securityContact, now: () => new Date('2026-11-26T10:00:00Z') })
  return app
}

it('says whom to report a vulnerability to', async () => {
  const app = await serverWith('mailto:security@example.com')
  const { statusCode, headers, body } = await app.inject('/.well-known/security.txt')
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(body.split('\n')).toEqual([
    'Contact: mailto:security@example.com',
    'Expires: 2027-02-24T00:00:00Z',
    'Preferred-Languages: en, de',
    'Canonical: https://example.com/bugle/.well-known/security.txt',
    '',
  ])
})

it('names the project where the operator has no contact', async () => {
  const { body } = await (await serverWith(undefined)).inject('/.well-known/security.txt')
  expect(body).toMatch(/^Contact: https:/)
})

it('leads password managers to the page that changes a password', async () => {
  const { statusCode, headers } = await (await serverWith(undefined)).inject('/.well-known/change-password')
  expect([statusCode, headers.location]).toEqual([302, 'https://example.com/bugle/account/security'])
})
