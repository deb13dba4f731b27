import { cpSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { chromiumTool, launchChromium } from '../harness/chromium.ts'
import { describeWithTool } from '../programs/describe-with-tool.ts'
import { Host } from './host.ts'
import { isLong } from './long.ts'
import { openRecorder, type Recorder } from './recorder.ts'

let host: Host
let recorder: Recorder

beforeAll(async () => {
  host = new Host()
  host.phone()
  for (const name of ['fuzz.mjs', 'fuzz-program.mjs'])
    cpSync(new URL(name, import.meta.url), join(host.directory, name))
  recorder = await openRecorder()
}, 120_000)

afterAll(() => {
  recorder?.close()
  host?.remove()
})

it('no value for any argument or option throws or ends the program', async () => {
  const program = join(host.directory, 'fuzz-program.mjs')
  const store = join(host.directory, 'store')
  const ended = await host.run([program, recorder.url, store], {})
  expect(ended).toEqual({ code: 0, stdout: 'nothing was thrown\n', stderr: '' })
  const events = recorder.eventsOf('')
  expect(events.map(({ message }) => message)).toContain('alive')
  expect(events.length).toBeGreaterThan(50)
})

describeWithTool(chromiumTool, 'in Chromium', (chromium) => {
  it('no value for any argument or option throws or causes another error', async () => {
    const recorder = await openRecorder()
    const here = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
    const script = join(host.directory, 'node_modules/@bugle/browser/script/bugle.js')
    const files: Record<string, string> = {
      '/': '<!doctype html><script src="/bugle.js"></script>',
      '/bugle.js': readFileSync(script, 'utf8'),
      '/fuzz.mjs': here('fuzz.mjs'),
      '/fuzz-page.mjs': here('fuzz-page.mjs'),
    }
    const server = createServer(({ url = '' }, response) => {
      response.setHeader('content-type', url === '/' ? 'text/html' : 'text/javascript')
      response.writeHead(files[url] === undefined ? 404 : 200).end(files[url])
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const browser = await launchChromium(chromium)
    try {
      const page = await browser.newPage()
      const uncaught: string[] = []
      page.on('pageerror', ({ message }) => uncaught.push(message))
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
      const fuzz = `import('/fuzz-page.mjs').then(({ fuzz }) => fuzz(${JSON.stringify(recorder.url)}, { isLong: ${isLong} }))`
      expect(await page.evaluate(fuzz)).toEqual([])
      expect(uncaught).toEqual([])
      const messages = recorder.eventsOf('').map(({ message }) => message)
      expect(messages).toContain('alive')
      expect(messages.length).toBeGreaterThan(50)
    } finally {
      await browser.close()
      server.close()
      recorder.close()
    }
  })
})
