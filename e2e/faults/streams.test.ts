import { expect, it } from 'vitest'
import { createProject, type Project, register, report, request } from '../harness/account.ts'
import { BuiltServer, pause } from '../harness/built-server.ts'
import { Page } from '../harness/page.ts'
import { addBucket, type Bucket, killAll, withBucket } from './bucket.ts'
import { canHaveBucket, long, noBucket } from './expect-no-fault.ts'
import { appId } from './marked-event.ts'

const kills = long ? 20 : 2

it.for([
  ['one database server', false],
  ['two database servers', true],
] as const)(
  'fifty open pages, one of which never reads, converge to the list after everything is killed, with %s',
  async ([, hasBucket], { skip }) => {
    skip(hasBucket && !canHaveBucket, noBucket)
    await withBucket(hasBucket, keepPagesOpen)
  },
)

async function keepPagesOpen(bucket: Bucket | undefined): Promise<void> {
  const server = await BuiltServer.install({ BUGLE_INGEST_RATE: '1000000', ...bucket?.environment })
  const pages: Page[] = []
  try {
    server.start()
    await server.ready()
    if (bucket !== undefined) await addBucket(server, bucket)
    const account = await register(server.url, 'pages')
    const projects: Project[] = []
    for (const name of ['first', 'second', 'third']) projects.push(await createProject(account, name, appId))
    pages.push(...Array.from({ length: 50 }, () => new Page(account)))
    await Promise.all(pages.map((page) => page.open()))
    const [slow, ...others] = pages
    slow!.setSlow(true)

    const traffic = startTraffic(server.url, projects)
    for (let kill = 1; kill <= kills; kill += 1) {
      // Every page but the slow one receives new issues while the server lives.
      const before = others.map((page) => page.created)
      if (kill === 1) while (others.some((page, index) => page.created === before[index])) await pause(50)
      await pause(500 + Math.random() * 1000)
      await killAll(server, bucket)
    }
    await pause(1500)
    await traffic.stop()
    slow!.setSlow(false)

    const listed = async () => {
      const { issues } = await request(account, 'GET', '/api/issues?limit=100')
      return Object.fromEntries(issues.map(({ id, count }): [string, number] => [id, count]).sort())
    }
    const differing = async () => {
      const expected = await listed()
      const shown = await Promise.all(pages.map((page) => page.shown()))
      return shown.map((one) => differenceOf(expected, one)).filter((difference) => difference !== '')
    }
    const endsAt = performance.now() + 120_000
    let difference = await differing()
    while (difference.length > 0 && performance.now() < endsAt) {
      await pause(200)
      difference = await differing()
    }
    expect(difference, server.output.slice(-2000)).toEqual([])
    expect(Object.keys(await listed()).length).toBeGreaterThan(10)
    expect(pages.flatMap((page) => page.twice)).toEqual([])
    for (const page of others) expect(page.comebacks).toBeGreaterThanOrEqual(kills)
  } finally {
    for (const page of pages) page.close()
    await server.remove()
  }
}

function differenceOf(expected: Record<string, number>, shown: Record<string, number>): string {
  const ids = [...new Set([...Object.keys(expected), ...Object.keys(shown)])]
  return ids
    .filter((id) => expected[id] !== shown[id])
    .map((id) => `${id}: ${expected[id]} in the list, ${shown[id]} on the page`)
    .join('; ')
}

/** Sends events of sixty errors in sequence; refused or cut requests are not retried. */
function startTraffic(url: string, projects: readonly Project[]): { stop(): Promise<void> } {
  let isOver = false
  const run = async () => {
    for (let n = 0; !isOver; n += 1) {
      await report(url, projects[n % 3]!, `LiveUpdate${Math.floor(n / 10) % 20}Error`).catch(() => 0)
      await pause(10)
    }
  }
  const running = run()
  return {
    stop: async () => {
      isOver = true
      await running
    },
  }
}
