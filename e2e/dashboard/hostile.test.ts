import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { overflowOf } from './readable.ts'
import { describeDashboard } from './window.ts'

/** Hostile values of event fields. `ran` is what they try to set. */
const payloads = [
  '<script>window.ran=1</script>',
  '"><script>window.ran=1</script>',
  "'><img src=x onerror=window.ran=1>",
  '<img src=x onerror="window.ran=1">',
  '<svg onload=window.ran=1>',
  '<svg><script>window.ran=1</script></svg>',
  '<iframe srcdoc="<script>parent.ran=1</script>"></iframe>',
  '<a href="javascript:window.ran=1">here</a>',
  'javascript:window.ran=1',
  'data:text/html,<script>opener.ran=1</script>',
  '</title><script>window.ran=1</script>',
  '</textarea><script>window.ran=1</script>',
  '--><script>window.ran=1</script><!--',
  '<style>*{display:none!important}</style>',
  '<base href="https://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=https://evil.example/">',
  '<form action="https://evil.example/"><button>Sign in</button></form>',
  '<dialog open>Your session has ended</dialog>',
  '{{constructor.constructor("window.ran=1")()}}',
  '\u0024{window.ran=1}', // of a template
  '{{count}} $t(Resolve) {{- ran}}',
  '[click](javascript:window.ran=1)',
  '\u202emoc.elpmaxe\u202c\u2066\u2067',
  `z${'\u0300\u0316\u0334'.repeat(300)}algo`,
  'w'.repeat(8000),
  'word '.repeat(1600),
  '\u0000\u0001\u001b[31mred\u0007\b',
  'line\r\nline\n\n\n\n\n\n\n\n\n\n\nline',
  '\ud83d\ude00\ud800 \ufeff\u200b\u200d\u2028\u2029',
  '%s %n __proto__ constructor toString undefined null',
]

/** The same text in every field that an SDK may set. */
function hostileEvent(text: string, at: number): Record<string, unknown> {
  const short = text.slice(0, 190)
  const key = text.slice(0, 60)
  return {
    exception_type: `${short.slice(0, 120)} ${at}`,
    message: text,
    platform: 'web',
    app_id: 'com.example.shop',
    level: ['fatal', 'error', 'warning', 'info'][at % 4],
    release: short,
    environment: short.slice(0, 60),
    dist: short.slice(0, 60),
    fingerprint: [`hostile ${at}`, short],
    stack: [
      { function: short, file: short, module: short, line: 1, column: 2, in_app: true, raw: short },
      { function: short, file: `node_modules/${short}/x.js`, line: 1, in_app: false },
    ],
    exceptions: [{ exception_type: short, message: text, stack: `${short}\n    at ${short} (${short}:1:2)` }],
    tags: { [key]: short, plan: short },
    user: { id: short },
    contexts: {
      device: { manufacturer: short, model: short, model_id: short },
      app: { version: short, build: short },
      os: { name: short, version: short },
      [key]: { [key]: text },
    },
    mechanism: { type: short, handled: false },
    breadcrumbs: [
      { category: short, message: text, ts: Date.now() - 20_000, data: { [key]: text, status_code: 500 } },
      { category: 'http', message: short, ts: Date.now() - 1000 },
    ],
    extra: { [key]: { [key]: [text, { [key]: text }] } },
    sdk: { name: short, version: short },
    source_context: [{ file: short, line: 1, pre_context: [short, text], context_line: text, post_context: [text] }],
    [`other ${key}`]: text,
  }
}

describeDashboard('text of events', (dashboard) => {
  /** Checks that it ran nothing, injected no element, moved nothing and is no wider than the window. */
  async function expectHarmless(page: Page, where: string, dialogs = 0): Promise<void> {
    const state = () =>
      page.evaluate<object>(`({
      ran: window.ran,
      brought: [...document.querySelectorAll(
        'main img, main script, main iframe, main style, main base, main meta, main form[action], main a[href^="javascript:" i], main a[href^="data:" i]',
      )].map((element) => element.outerHTML.slice(0, 200)),
      forged: [...document.querySelectorAll('dialog[open]')].length,
      isHidden: getComputedStyle(document.querySelector('main')).display === 'none',
      origin: location.origin,
    })`)
    const harmless = { ran: undefined, brought: [], forged: dialogs, isHidden: false, origin: dashboard.server.url }
    await expect
      .poll(async () => ({ where, ...(await state()), overflow: await overflowOf(page) }))
      .toEqual({ where, ...harmless, overflow: 0 })
  }

  it.each([
    ['with the policy', false],
    ['without the policy', true],
  ])('is text on every screen, %s', async (_, bypassCSP) => {
    const { account, project } = await dashboard.projectWith(payloads[3]!.slice(0, 60))
    const alike = { fingerprint: ['compared'] }
    const sent = await dashboard.sendAll(project, [
      ...payloads.map(hostileEvent),
      { ...hostileEvent(payloads[0]!, 0), ...alike },
      { ...hostileEvent(payloads[1]!, 1), ...alike },
    ])
    const issueIds = sent.slice(0, payloads.length).map(({ issue_id }) => issue_id)
    const comparedId = sent.at(-1)!.issue_id
    await dashboard.inWindowOf(account, { viewport: { width: 360, height: 780 }, bypassCSP }, async (page) => {
      await page.goto('/')
      await page.getByRole('main').getByRole('listitem').first().waitFor()
      await expectHarmless(page, 'list')
      await page.mouse.wheel(0, 3000)
      await expectHarmless(page, 'list, further down')
      await page.goto(`/projects/${project.id}/overview?by=release`)
      await page.getByRole('heading', { name: 'Releases' }).waitFor()
      await expectHarmless(page, 'overview')
      // With the content security policy a few screens suffice, since it applies to all.
      const looked = bypassCSP || process.env.BUGLE_LONG === '1' ? issueIds : issueIds.slice(0, 6)
      for (const [at, id] of looked.entries()) {
        await page.goto(`/issues/${id}`)
        await page.getByRole('heading', { name: 'Breadcrumbs' }).waitFor()
        await page.getByRole('heading', { name: 'Activity and comments' }).waitFor()
        await page.evaluate("document.querySelectorAll('main details').forEach((one) => (one.open = true))")
        await expectHarmless(page, `issue of ${payloads[at]!.slice(0, 60)}`)
      }
      await page.goto(`/issues/${comparedId}?against=before`)
      await page.getByRole('dialog').getByText('differ').first().waitFor()
      await page.evaluate("document.querySelectorAll('dialog details').forEach((one) => (one.open = true))")
      await expectHarmless(page, 'two events', 1)
      await page.goto(`/issues/${comparedId}?list=true&query=${encodeURIComponent(payloads[1]!)}`)
      await page.getByRole('dialog').getByRole('alert').waitFor()
      await expectHarmless(page, 'the list of events', 1)
      await page.goto(`/issues/${issueIds[0]}?event=${encodeURIComponent(payloads[0]!)}`)
      await page.getByText('There is nothing here').waitFor()
      await expectHarmless(page, 'an address')
      for (const [path, heading] of [
        ['/issues', 'Issues'],
        [`/projects/${project.id}/triage`, 'Stack'],
        [`/projects/${project.id}/setup`, 'Ingest token'],
        [`/projects/${project.id}/settings/general`, 'General'],
        [`/projects/${project.id}/settings/danger`, 'Delete project'],
        ['/account/history', 'History'],
      ]) {
        await page.goto(path!)
        await page.getByRole('heading', { name: heading! }).first().waitFor()
        await expectHarmless(page, path!)
      }
      await page.goto(`/issues/${comparedId}`)
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'Merge with' }).click()
      await page.getByRole('dialog').getByRole('checkbox').first().waitFor()
      await expectHarmless(page, 'merging', 1)
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').getByRole('combobox').fill('hostile')
      await page.getByRole('dialog').getByRole('option').first().waitFor()
      await expectHarmless(page, 'what is found anywhere', 1)
      await page.goto(`/projects/${project.id}/issues?query=${encodeURIComponent(payloads[1]!)}&release=%3Cimg%3E`)
      await page.getByRole('combobox').click()
      await expectHarmless(page, 'a search by address')
    })
  })
})
