// Usage: npm run recordings -- DIRECTORY
// Records two stories of the dashboard for the public site, as MP4 with a picture of the last moment: an error that arrives and is read at
// the original line, and triage by keys. A real server, driven in Chromium, whose frames ffmpeg puts together.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { createProject, register } from '../harness/account.ts'
import { pause } from '../harness/built-server.ts'
import { chromiumPath, launchChromium } from '../harness/chromium.ts'
import { startWithSamples } from '../harness/samples.ts'
import { shown } from '../harness/shown.ts'
import { events, sendEvent } from './events.ts'
import { serveShop, uploadMap } from './minified-shop.ts'
import { logIn } from './steps.ts'

const [directory] = process.argv.slice(2)
if (directory === undefined) throw new Error('name the directory for the recordings')
mkdirSync(directory, { recursive: true })

const size = { width: 1280, height: 800 }
const server = await startWithSamples()
const browser = await launchChromium(chromiumPath)
await recordFirstError(browser)
await recordTriage(browser)
await browser.close()
await server.stop()
await server.remove()

/** An error of a minified page arrives in the open list; its issue shows the original line. */
async function recordFirstError(browser: Browser): Promise<void> {
  const account = await register(server.url, 'Dana Vogel')
  const project = await createProject(account, 'Web shop')
  const acknowledged = []
  for (const event of events) acknowledged.push(await sendEvent(server.url, project.ingestToken, event))
  await shown(account, ...acknowledged)
  const shop = await serveShop()
  const release = 'shop@1.4.2'
  for (const name of ['app.js.map', 'library.js.map'] as const)
    await uploadMap(account, project, { name, text: shop.maps[name], release })
  const page = await openPage(browser)
  await logIn(page, account)
  await page.getByRole('link', { name: /OutOfMemory/ }).waitFor()
  await record(page, 'first-error', async () => {
    await pause(1000)
    await shop.crash(browser, account, project, release)
    const row = page.getByRole('link', { name: /The payment failed/ }).first()
    const arrived = page.getByRole('button', { name: /new/ }).first()
    await row.or(arrived).first().waitFor()
    await pause(1200)
    if (!(await row.isVisible())) await press(page, '.')
    await row.waitFor()
    await pause(1200)
    await row.click()
    await page.getByText('checkout.ts:14:13').waitFor()
    await pause(1200)
    await page.getByText("throw new Error('The payment failed'").first().scrollIntoViewIfNeeded()
    await page.mouse.wheel(0, 260)
    await pause(3000)
  })
  shop.close()
  await page.context().close()
}

/** Issues are resolved and snoozed by keys, and a decision is taken back. */
async function recordTriage(browser: Browser): Promise<void> {
  const page = await openPage(browser)
  await logIn(page)
  await page.getByRole('main').getByRole('listitem').first().waitFor()
  await record(page, 'triage', async () => {
    await pause(900)
    for (const key of ['j', 'j', 'e', 'j', 'i', 'z', 'x', 'Shift+J', 'e']) {
      await press(page, key)
      await pause(1000)
    }
    await press(page, 't')
    await page.getByRole('heading', { name: 'Stack' }).waitFor()
    await pause(1600)
    for (const key of ['e', 'e']) {
      await press(page, key)
      await pause(1500)
    }
  })
  await page.context().close()
}

async function openPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.url, viewport: size, colorScheme: 'light' })
  const page = await context.newPage()
  await page.goto('/sign-in')
  return page
}

/** Presses a key, and shows it in the recording. */
async function press(page: Page, key: string): Promise<void> {
  await page.evaluate((text) => {
    document.querySelector('#pressed-key')?.remove()
    const shown = document.createElement('kbd')
    shown.id = 'pressed-key'
    shown.textContent = text
    Object.assign(shown.style, {
      position: 'fixed',
      insetInlineEnd: '24px',
      bottom: '24px',
      zIndex: '1000',
      padding: '6px 16px',
      borderRadius: '8px',
      background: '#2a2118',
      color: '#e0b04a',
      font: '600 22px "Geist Mono Variable", monospace',
    })
    document.body.append(shown)
    setTimeout(() => shown.remove(), 900)
  }, key.replace('Shift+', '⇧').toLowerCase())
  await page.keyboard.press(key)
}

/** Takes the frames that Chromium draws while a story runs, and writes them as a film and its last picture. */
async function record(page: Page, name: string, story: () => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bugle-recording-'))
  const times: number[] = []
  // Out of the way of the rows, which show their actions below a pointer.
  await page.mouse.move(size.width - 1, size.height - 1)
  const session = await page.context().newCDPSession(page)
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    writeFileSync(join(folder, `${times.length}.jpg`), data, 'base64')
    times.push(metadata.timestamp ?? Date.now() / 1000)
    void session.send('Page.screencastFrameAck', { sessionId }).catch(() => {})
  })
  await session.send('Page.startScreencast', { format: 'jpeg', quality: 95, everyNthFrame: 1 })
  await story()
  await session.send('Page.stopScreencast')
  const end = Date.now() / 1000
  const list = times.map((time, index) => {
    const lasts = Math.max(0.02, (times[index + 1] ?? end) - time)
    return `file '${index}.jpg'\nduration ${lasts.toFixed(3)}`
  })
  writeFileSync(join(folder, 'list.txt'), `${list.join('\n')}\nfile '${times.length - 1}.jpg'\n`)
  const film = ['-c:v', 'libx264', '-crf', '27', '-preset', 'slow', '-pix_fmt', 'yuv420p', '-movflags', '+faststart']
  const input = ['-y', '-loglevel', 'error', '-f', 'concat', '-i', join(folder, 'list.txt')]
  execFileSync('ffmpeg', [...input, '-vf', 'fps=20', ...film, '-an', join(directory!, `${name}.mp4`)])
  await page.screenshot({ path: join(directory!, `${name}.jpg`), type: 'jpeg', quality: 78 })
  rmSync(folder, { recursive: true })
}
