import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import type { Project } from './queries.ts'
import { curlSnippet, snippets } from './snippet.ts'

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

it('is a program in each language, whatever the app id is', () => {
  const project = { platform: 'web', app_id: `it's"$x\\` } as Project
  const texts = Object.fromEntries(snippets.map(({ name, text }) => [name, text('http://h', project, 'bgl_live_x')]))
  for (const name of ['Browser', 'Node', 'React Native']) expect(() => new Function(texts[name]!)).not.toThrow()
  expect(texts.Flutter).toContain(String.raw`'app_id': 'it\'s"\$x\\'`)
  expect(texts.Laravel).toContain(String.raw`'app_id' => 'it\'s"$x\\'`)
})
