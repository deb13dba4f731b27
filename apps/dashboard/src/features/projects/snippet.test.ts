import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import type { Project } from './queries.ts'
import { curlSnippet } from './snippet.ts'

it('is one command of a shell, whose body is the event, whatever the app id is', () => {
  const project = { platform: 'web', app_id: `it's"$(id)\`id\`\\,"` } as Project
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
