import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { IngestEvent } from '@bugle/protocol'
import { Ajv } from 'ajv'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { curlSnippet, snippets } from '../../packages/presentation/src/snippet.ts'
import type { SnippetName } from '../../packages/presentation/src/snippet-name.ts'

const isIngestEvent = new Ajv({ strict: false }).compile(IngestEvent)
const sent: { token: string | undefined; event: Record<string, unknown> }[] = []
const server = createServer(async (request, response) => {
  const event = JSON.parse(await textOf(request)) as Record<string, unknown>
  sent.push({ token: request.headers['x-service-token'] as string | undefined, event })
  response.writeHead(202).end('{}')
})
let directory: string
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'bugle-snippets-'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  server.close()
  rmSync(directory, { recursive: true })
})

/** Programs are written to a file and run. Go takes half a minute to compile its first. */
const programs: { tool: string; name: SnippetName; file: string; command: string[]; isLong?: boolean }[] = [
  { tool: 'python3', name: 'Python', file: 'hello.py', command: ['python3'] },
  { tool: 'javac', name: 'Java', file: 'Main.java', command: ['java'] },
  { tool: 'ruby', name: 'Ruby', file: 'hello.rb', command: ['ruby'] },
  { tool: 'go', name: 'Go', file: 'hello.go', command: ['go', 'run'], isLong: true },
]

for (const { tool, name, file, command, isLong = false } of programs) {
  const isThere = spawnSync(tool, ['--version']).error === undefined && (!isLong || process.env.BUGLE_LONG === '1')
  // Skipped where the language is not installed: no machine needs them all.
  it.skipIf(!isThere)(`of ${name} reports the error that its program ends with, whatever the app id is`, async () => {
    const appId = `it's"${name}\\n`
    const { port } = server.address() as AddressInfo
    const path = join(directory, file)
    const { text } = snippets.find((one) => one.name === name)!
    writeFileSync(path, text(`http://127.0.0.1:${port}`, { app_id: appId, platform: null }, 'bgl_live_x'))
    const [program, ...args] = command
    const [failed, printed] = await new Promise<[unknown, string]>((resolve) =>
      execFile(program!, [...args, path], { cwd: directory }, (error, out, err) => resolve([error, out + err])),
    )
    // The program fails as it would without the report, and says why.
    expect(failed).not.toBeNull()
    expect(printed).toContain('Hello, Bugle')
    expect(sent).toHaveLength(1)
    const { token, event } = sent.pop()!
    expect(token).toBe('bgl_live_x')
    expect(event).toMatchObject({ message: 'Hello, Bugle', app_id: appId })
    expect(event.stack).toContain(file)
    expect(isIngestEvent(event)).toBe(true)
  })
}

it('of curl is one shell command whose body is the event, for any app id', () => {
  const project = { platform: 'web', app_id: `it's"$(id)\`id\`\\,"` } as const
  const snippet = curlSnippet('http://127.0.0.1:8080', project, 'bgl_live_x')
  const script = `curl() { printf '%s\\0' "$@"; }\n${snippet}`
  const words = spawnSync('sh', ['-c', script], { encoding: 'utf8' }).stdout.split('\0')
  expect(words.slice(0, 5)).toEqual([
    'http://127.0.0.1:8080/ingest',
    '-H',
    'X-Service-Token: bgl_live_x',
    '-H',
    'Content-Type: application/json',
  ])
  expect(JSON.parse(words[6]!)).toMatchObject({ app_id: project.app_id, platform: 'web', exception_type: 'TypeError' })
})
