// Usage: npm run measure:mobile [-- start | scroll]
// Prints the time from opening the mobile app's address to its list of issues, in Chromium with the processor slowed down four
// times: with the data of the last time, without it, and in a browser that has nothing but the session. Then how long a list of
// 5,000 issues shows a blank while it scrolls. Beside the app's first start in a browser it measures the dashboard's, in turns, on the
// same phone, and how much each loads.
// Build the app first: npm run mobile.
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { createProject, registerForPhone } from '../harness/account.ts'
import { BuiltServer } from '../harness/built-server.ts'
import { launchChromium, wholeChromiumPath } from '../harness/chromium.ts'
import { startWithSamples } from '../harness/samples.ts'
import { blanksOf, sendIssues } from './measure-scroll.ts'

const part = process.argv[2]
const runs = 9
const slowdown = 4
const issues = Number(process.argv[3] ?? 5000)
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

interface Person {
  email: string
  password: string
}

/** Signs in and waits until the service worker has the files, and the data was kept. */
async function signIn(browser: Browser, url: string, { email, password }: Person): Promise<BrowserContext> {
  const context = await browser.newContext({ ...phone, baseURL: url })
  const page = await context.newPage()
  await page.goto('/m/')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('tab', { name: 'Issues', exact: true }).click()
  await page.getByRole('link', { name: /Error/ }).first().waitFor()
  const isKept = `navigator.serviceWorker.controller !== null && localStorage.getItem('m-cache') !== null`
  while (!(await page.evaluate(isKept))) await page.waitForTimeout(100)
  await page.close()
  return context
}

async function slow(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
}

/** @returns milliseconds from the navigation until the first row was painted */
async function timeOfStart(context: BrowserContext, isDataKept: boolean): Promise<number> {
  const page = await context.newPage()
  // An address of the server without the app.
  await page.goto('/healthz')
  if (!isDataKept) await page.evaluate(`localStorage.removeItem('m-cache')`)
  await slow(page)
  // The page itself notes when the first row was painted, on the clock that starts with the navigation.
  await page.addInitScript(`new MutationObserver((_, observer) => {
    if (document.querySelector('[role=link][aria-label*="Error"]') === null) return
    observer.disconnect()
    requestAnimationFrame(() => requestAnimationFrame(() => {
      document.documentElement.dataset.shownAt = performance.now()
    }))
  }).observe(document, { childList: true, subtree: true })`)
  await page.goto('/m/issues')
  const shown = page.locator('html[data-shown-at]')
  await shown.waitFor({ state: 'attached' })
  const time = Math.round(Number(await shown.getAttribute('data-shown-at')))
  await page.close()
  return time
}

async function signInToDashboard(context: BrowserContext): Promise<void> {
  const page = await context.newPage()
  await page.goto('/')
  await page.getByLabel('E-mail').fill('dev@example.com')
  await page.getByLabel('Password', { exact: true }).fill('bugle-dev-password')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText(listed).first().waitFor()
  await page.close()
}

/** The types of the samples' errors, which both lists show. */
const listed = /\w+Error/

/** @returns how long a browser without files takes to the list, and how much it loads until then */
async function firstStart(context: BrowserContext, path: string) {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  let bytes = 0
  let requests = 0
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
    requests += 1
  })
  await slow(page)
  const startedAt = performance.now()
  await page.goto(path)
  await page.getByText(listed).first().waitFor()
  const time = Math.round(performance.now() - startedAt)
  const kilobytes = Math.round(bytes / 1000)
  await page.close()
  return { time, kilobytes, requests }
}

async function report(name: string, timeOf: () => Promise<number>): Promise<void> {
  const times: number[] = []
  for (let run = 0; run < runs; run += 1) times.push(await timeOf())
  times.sort((one, other) => one - other)
  console.log(`start ${name}: median ${times[Math.floor(runs / 2)]} ms of ${times.join(', ')}`)
}

const browser = await launchChromium(wholeChromiumPath)
if (part !== 'scroll') await measureStarts()
if (part !== 'start') await measureScrolling()
await browser.close()

async function measureStarts(): Promise<void> {
  const samples = await startWithSamples()
  const visitor = await signIn(browser, samples.url, { email: 'dev@example.com', password: 'bugle-dev-password' })
  await report('with kept data', () => timeOfStart(visitor, true))
  await report('without kept data', () => timeOfStart(visitor, false))
  const { cookies } = await visitor.storageState()
  const desk = await browser.newContext({ ...phone, baseURL: samples.url })
  await signInToDashboard(desk)
  const { cookies: deskCookies } = await desk.storageState()
  const times: Record<'mobile' | 'dashboard', number[]> = { mobile: [], dashboard: [] }
  for (let run = 0; run < runs; run += 1)
    for (const [app, of] of [
      ['mobile', cookies],
      ['dashboard', deskCookies],
    ] as const) {
      const context = await browser.newContext({
        ...phone,
        baseURL: samples.url,
        storageState: { cookies: of, origins: [] },
      })
      const { time, kilobytes, requests } = await firstStart(context, app === 'mobile' ? '/m/issues' : '/')
      times[app].push(time)
      if (run === 0) console.log(`first start of ${app}: ${kilobytes} kB in ${requests} requests`)
      await context.close()
    }
  const medianOf = (all: number[]) => all.toSorted((one, other) => one - other)[Math.floor(all.length / 2)]!
  const [mobile, dashboard] = [medianOf(times.mobile), medianOf(times.dashboard)]
  console.log(`first start: mobile ${mobile} ms, dashboard ${dashboard} ms, ratio ${(mobile / dashboard).toFixed(2)}`)
  await desk.close()
  await visitor.close()
  await samples.stop()
  await samples.remove()
}

async function measureScrolling(): Promise<void> {
  const server = await BuiltServer.install({ BUGLE_INGEST_RATE: '1000000', BUGLE_MAX_NEW_GROUPS: '1000000' })
  server.start()
  await server.ready()
  const account = await registerForPhone(server.url)
  const project = await createProject(account, 'Web shop')
  await sendIssues(server, account, project, issues)
  const scroller = await signIn(browser, server.url, account)
  for (const rate of [1, slowdown]) {
    const page = await scroller.newPage()
    await page.goto('/m/issues')
    await page.getByRole('link', { name: /Error/ }).first().waitFor()
    if (rate > 1) await slow(page)
    console.log(`scrolling ${issues} issues, processor ${rate} times slower:`, await blanksOf(page))
    await page.close()
  }
  await server.stop()
  await server.remove()
}
