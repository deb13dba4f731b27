import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type ErrorCode, errorCodes, statusOf } from '@bugle/protocol'
import { expect, it } from 'vitest'
import { type OpenApi, startServer } from './start-server.ts'

const server = await startServer()
const run = promisify(execFile)
const redocly = new URL('../../../node_modules/.bin/redocly', import.meta.url).pathname

it('serves the OpenAPI document, as 3.1, with every error code', async () => {
  const response = await fetch(`${server.url}/api/openapi.json`)
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  const document = (await response.json()) as OpenApi
  expect(document.openapi).toBe('3.1.0')
  expect(document.components.schemas.ErrorBody?.properties.code?.enum).toEqual(errorCodes)
})

it('has only named components', () => {
  const names = Object.keys(server.openapi.components.schemas)
  expect(names).toEqual(expect.arrayContaining(['ErrorBody', 'Project', 'Me', 'Issue', 'EventView']))
  expect(names.filter((name) => /^(def-|Schema)\d/.test(name))).toEqual([])
})

it('declares an error by its code, whose response all operations share', () => {
  const operations = Object.values(server.openapi.paths).flatMap((methods) => Object.values(methods))
  for (const { responses, 'x-codes': codes } of operations) {
    const errors = Object.entries(responses).filter(([status]) => Number(status) >= 400)
    expect(errors.length).toBeGreaterThan(0)
    for (const [, response] of errors) expect(Object.keys(response)).toEqual(['$ref'])
    const isSentry = errors.every(([, { $ref }]) => $ref?.includes('/Sentry'))
    // SDKs of Sentry throw events away on 402, and wait on 429.
    const toStatus = (code: ErrorCode) => (isSentry && statusOf(code) === 402 ? 429 : statusOf(code))
    expect(new Set(errors.map(([status]) => Number(status)))).toEqual(new Set(codes.map(toStatus)))
  }
})

it('passes the linter', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'bugle-openapi-'))
  const file = join(directory, 'openapi.json')
  const config = join(directory, 'redocly.yaml')
  await writeFile(file, JSON.stringify(server.openapi))
  // Schemas are components even if no route uses them; the server's own address is allowed.
  await writeFile(config, 'extends: [recommended]\nrules:\n  no-unused-components: off\n  no-server-example.com: off\n')
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const lint = run(redocly, ['lint', file, '--config', config, '--format', 'stylish', '--max-problems', '20'], { env })
  const outcome = await lint.then(() => 'valid').catch(({ stdout, stderr }) => `${stdout}${stderr}`)
  await rm(directory, { recursive: true })
  expect(outcome).toBe('valid')
})

it('has a page that loads nothing from other origins', async () => {
  const response = await fetch(`${server.url}/api/docs/`)
  const page = await response.text()
  expect(response.status).toBe(200)
  expect(response.headers.get('content-security-policy')).toContain("script-src 'self';")
  const links = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => new URL(match[1]!, response.url))
  expect(links.length).toBeGreaterThan(3)
  for (const link of links) {
    expect(link.origin).toBe(server.url)
    const linked = await fetch(link)
    expect([linked.status, (await linked.text()).length > 0]).toEqual([200, true])
  }
})
