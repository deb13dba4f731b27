import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { BuiltServer } from '../harness/built-server.ts'
import { describeWithTool } from '../programs/describe-with-tool.ts'

const page = fileURLToPath(new URL('../../docs/api-tour.md', import.meta.url))

interface Step {
  /** The heading above the commands. */
  name: string
  commands: string
  /** The output the page shows, if any. */
  response: unknown
}

/** Parses the commands of a page, each with the output that follows it. */
function stepsOf(text: string): Step[] {
  let heading = ''
  const steps: Step[] = []
  for (const [, title, language, code] of text.matchAll(/^#+ ([^\n]+)$|^```(sh|json)\n(.*?)^```$/gms)) {
    if (title !== undefined) heading = title
    else if (language === 'sh')
      steps.push({ name: `${heading}: ${code!.split('\n')[0]}`, commands: code!, response: undefined })
    else steps.at(-1)!.response = JSON.parse(code!)
  }
  return steps
}

/** Reduces a value to its fields and types, recursively. An empty list says nothing about its entries. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf)
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)]))
}

/** Runs all steps in one shell, as a reader would, and returns the output of each. */
async function follow(steps: Step[], server: BuiltServer, cwd: string): Promise<string[]> {
  const end = '── end of a step ──'
  const script = steps.map(({ commands }) => `${commands}\necho "\n${end}"`).join('\n')
  const env = { PATH: process.env.PATH, BUGLE: server.url, BUGLE_DATA: server.dataDirectory }
  const bash = spawn('bash', ['--norc', '-euo', 'pipefail', '-c', script], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [printed, complaints] = ['', '']
  bash.stdout.on('data', (chunk) => {
    printed += chunk
  })
  bash.stderr.on('data', (chunk) => {
    complaints += chunk
  })
  const status = await new Promise((resolve) => bash.once('close', resolve))
  const outputs = printed.split(`\n${end}\n`)
  if (status !== 0) throw new Error(`«${steps[outputs.length - 1]?.name}» failed: ${outputs.at(-1)}\n${complaints}`)
  return outputs
}

describeWithTool('curl', 'docs/api-tour.md', () => {
  const steps = stepsOf(readFileSync(page, 'utf8'))
  const directory = mkdtempSync(join(tmpdir(), 'bugle-tour-'))
  let server: BuiltServer
  let outputs: string[]

  beforeAll(async () => {
    server = await BuiltServer.install({ BUGLE_LOG_LEVEL: 'trace' })
    server.start()
    await server.ready()
    outputs = await follow(steps, server, directory)
  })
  afterAll(async () => {
    rmSync(directory, { recursive: true })
    await server.remove()
  })

  it.each(steps.map(({ name, response }, index): [string, unknown, number] => [name, response, index]))(
    '%s',
    (_name, response, index) => {
      const output = outputs[index] ?? ''
      if (response === undefined) return expect(output).not.toContain('"code"')
      const lines = output.split(/\n|(?<=\})(?=curl: )/)
      const printed = lines.find((line) => line.startsWith('{'))
      expect(shapeOf(JSON.parse(printed ?? 'null'))).toEqual(shapeOf(response))
    },
  )

  it('leaves no secret of its own in the log', () => {
    const tokens = outputs.flatMap((output) => output.match(/(?<=\d\|)[\w-]{43}|bgl_live_[\w-]+/g) ?? [])
    const log = server.output
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .join('\n')
    const secrets = [...tokens, 'correct horse', 'battery staple', 'purple monkey dishwasher']
    expect(tokens.length).toBeGreaterThanOrEqual(4)
    for (const secret of secrets) expect(log).not.toContain(secret)
    // The log exists.
    expect(log).toContain('a mail was written to a file')
  })
})
