// Usage: npm run interaction -- [ROUNDS]
// Prints the time from a key or a click to the next paint, with 10,000 issues in the list, by action: the browser's own
// measure (https://web.dev/articles/inp), and the mean work of the browser. Run it alone on the machine, since it measures
// milliseconds.
import { loadavg } from 'node:os'
import type { CDPSession, Page } from 'playwright-core'
import { createProject, listIssues, register } from '../harness/account.ts'
import { BuiltServer, buildServer } from '../harness/built-server.ts'
import { chromiumPath, launchChromium } from '../harness/chromium.ts'
import { events, sendEvent } from './events.ts'
import { serveManyIssues } from './many-issues.ts'
import { logIn } from './steps.ts'

const total = 10_000
const rounds = Number(process.argv[2] ?? 3)

async function measure(): Promise<void> {
  const account = await register(server.url)
  const project = await createProject(account, 'Many')
  await sendEvent(server.url, project.ingestToken, events[0]!)
  let [issue] = await listIssues(account, project)
  while (issue === undefined) [issue] = await listIssues(account, project)
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.goto('/sign-in')
  await logIn(page, account)
  await serveManyIssues(context, issue, total)
  await context.route('**/api/issues/*', (route) => route.fulfill({ json: { issue } }))
  await page.goto(`/projects/${project.id}/issues`)
  await loadAll(page)
  await page.evaluate(observe)
  const browserOfPage = await context.newCDPSession(page)
  await browserOfPage.send('Performance.enable')
  const seen = new Map<string, Seen>()
  for (let round = 0; round < rounds; round++)
    for (const [name, act] of Object.entries(acts)) {
      const before = await workOf(browserOfPage)
      await act(page)
      const durations = await page.evaluate<number[]>('window.takeDurations()')
      const after = await workOf(browserOfPage)
      const known = seen.get(name) ?? { durations: [], work: works.map(() => 0) }
      known.durations.push(...durations)
      known.work = known.work.map((sum, at) => sum + after[at]! - before[at]!)
      seen.set(name, known)
    }
  print(seen)
}

interface Seen {
  durations: number[]
  /** Milliseconds, by kind of the browser's work. */
  work: number[]
}

const works = ['ScriptDuration', 'RecalcStyleDuration', 'LayoutDuration', 'TaskDuration']

async function workOf(session: CDPSession): Promise<number[]> {
  const { metrics } = await session.send('Performance.getMetrics')
  return works.map((name) => 1000 * (metrics.find((metric) => metric.name === name)?.value ?? 0))
}

async function loadAll(page: Page): Promise<void> {
  await page.getByText('Error 0', { exact: true }).waitFor()
  while ((await page.getByText(`Error ${total - 1}`, { exact: true }).count()) === 0) {
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
    await page.waitForTimeout(50)
  }
  await page.keyboard.press('Home')
  await page.getByText('Error 0', { exact: true }).waitFor()
}

/** Everything from 0 ms; the browser rounds to 8. */
const observe = `
  window.durations = []
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (entry.interactionId > 0) window.durations.push(entry.duration)
  }).observe({ type: 'event', durationThreshold: 0, buffered: false })
  window.takeDurations = async () => {
    await new Promise((resolve) => setTimeout(resolve, 300))
    return window.durations.splice(0)
  }
`

/** Pauses between keys as people do, so that each key is painted separately. */
async function press(page: Page, key: string, times = 1): Promise<void> {
  for (let time = 0; time < times; time++) {
    await page.keyboard.press(key)
    await page.waitForTimeout(40)
  }
}

const acts: Record<string, (page: Page) => Promise<void>> = {
  'j, the next row': (page) => press(page, 'j', 40),
  'k, the row before': (page) => press(page, 'k', 20),
  'End and Home': async (page) => {
    await press(page, 'End')
    await page.waitForTimeout(200)
    await press(page, 'Home')
    await page.waitForTimeout(200)
  },
  'x, select': async (page) => {
    await press(page, 'x')
    await press(page, 'Shift+J', 10)
    await press(page, 'Escape')
  },
  'e, resolve': async (page) => {
    await press(page, 'e')
    await page.waitForTimeout(300)
    await press(page, 'z')
    await page.waitForTimeout(500)
  },
  'a click on a box': async (page) => {
    for (const row of [2, 4]) await page.getByRole('main').getByRole('checkbox').nth(row).click()
    await page.getByRole('checkbox', { name: 'Select all loaded issues' }).click()
    await page.waitForTimeout(300)
    await page.getByRole('checkbox', { name: 'Select all loaded issues' }).click()
    await page.waitForTimeout(300)
  },
  'a menu': async (page) => {
    await page.getByRole('button', { name: 'Level' }).click()
    await page.getByRole('menu').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
  },
  'a search': async (page) => {
    await press(page, '/')
    for (const letter of 'level:') await press(page, letter)
    await press(page, 'Escape')
    await page.getByRole('combobox').fill('')
    await page.getByRole('heading', { name: 'Issues', exact: true }).click()
  },
}

function print(seen: Map<string, Seen>): void {
  const line = (name: string, { durations, work }: Seen) => {
    const sorted = durations.toSorted((one, other) => one - other)
    const at = (share: number) => String(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? '–')
    const figures = [0.5, 0.98, 1].map((share) => at(share).padStart(6))
    const busy = work.map((sum) => (sum / Math.max(1, durations.length)).toFixed(1).padStart(8))
    console.log(`${name.padEnd(20)} ${String(durations.length).padStart(5)} ${figures.join('')} ${busy.join('')}`)
  }
  console.log(
    `load of the machine: ${loadavg()
      .map((load) => load.toFixed(1))
      .join(' ')}`,
  )
  console.log('ms to the next paint     n    p50   p98   max    script   style  layout     all')
  for (const [name, one] of seen) line(name, one)
  const all = [...seen.values()]
  const work = works.map((_, at) => all.reduce((sum, one) => sum + one.work[at]!, 0))
  line('all', { durations: all.flatMap(({ durations }) => durations), work })
}

buildServer()
const server = await BuiltServer.install({ BUGLE_TEST_LIMITS: 'registrationsAddress=1000' })
server.start()
await server.ready()
const browser = await launchChromium(chromiumPath)
try {
  await measure()
} finally {
  await browser.close()
  await server.stop()
  await server.remove()
}
