import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { digested, newReporter, numberOf, type Reporter, until } from './reporter.ts'
import { startServer } from './start-server.ts'
import { uploadInChunks } from './upload-chunks.ts'

const server = await startServer({ digest: true })
const { pool } = server.database

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../../conformance/debug-files/${name}`, import.meta.url), 'utf8')).cases
const statesOf = async (app: Reporter): Promise<string[]> => {
  const { rows } = await pool.query('select state from exact_groups where project_id = $1 order by state', [
    numberOf(app),
  ])
  return rows.map(({ state }) => state)
}
const settled = async (app: Reporter, expected: string[]) => {
  await digested(server)
  await until(
    () => statesOf(app),
    (states) => JSON.stringify(states) === JSON.stringify(expected),
  )
}
const listed = async (app: Reporter) =>
  (await app.session.get(`/api/projects/${app.project.id}/issues?status=unresolved`)).issues

/** A build of the program, obfuscated with other names each time. */
function buildOf(release: string, folder: string) {
  const { mapping, stacks } = read('proguard.json')[0] as { mapping: string; stacks: { stack: string }[] }
  const renamed = (text: string) => text.replace(/\bshop\.([a-c])\b/g, `${folder}.$1`)
  const eventOf = (change: object = {}) => ({
    platform: 'android',
    release,
    exception_type: `${folder}.c`,
    message: `declined by ${folder}.b$a`,
    stack: renamed(stacks[0]!.stack),
    ...change,
  })
  return { mapping: renamed(mapping), eventOf, release }
}

describe('an obfuscated build for Android', () => {
  it('is grouped by what its author wrote, whatever the names of each build, when its mapping comes late', async () => {
    const app = await newReporter(server)
    const [one, other] = [buildOf('1', 'a'), buildOf('2', 'd0')]
    const { issue_id: first } = await app.report(one.eventOf({ user_id_anon: 'ada' }))
    const { issue_id: second } = await app.report(other.eventOf({ user_id_anon: 'ada' }))
    await app.report(other.eventOf({ user_id_anon: 'bob' }))
    await settled(app, ['waiting', 'waiting'])
    for (const { mapping, release } of [one, other])
      await uploadInChunks(app, [{ name: 'mapping.txt', text: mapping }], { release })
    await settled(app, ['resolved', 'resolved'])
    const [issue, ...others] = await listed(app)
    expect(others).toEqual([])
    expect(issue).toMatchObject({ count: 3, users: 2 })
    for (const id of [first, second]) expect((await app.readIssue(id)).id).toBe(issue!.id)
    await until(
      () => app.readIssue(issue!.id),
      ({ culprit, title }) =>
        culprit === 'shop.Cart$Item.price in Cart.java' &&
        title.startsWith('shop.PaymentDeclined: declined by shop.Cart'),
    )
    // The next event of the build is known at once.
    expect((await app.report(other.eventOf())).issue_id).toBe(second)
    await settled(app, ['resolved', 'resolved'])
    expect(await listed(app)).toMatchObject([{ count: 4 }])
  })

  it('is grouped by what its author wrote at once, when its mapping was uploaded before', async () => {
    const app = await newReporter(server)
    const [one, other] = [buildOf('1', 'a'), buildOf('2', 'd0')]
    for (const { mapping, release } of [one, other])
      await uploadInChunks(app, [{ name: 'mapping.txt', text: mapping }], { release })
    await app.report(one.eventOf())
    await app.report(other.eventOf())
    await settled(app, ['resolved', 'resolved'])
    const [issue, ...others] = await listed(app)
    expect(others).toEqual([])
    expect(issue).toMatchObject({ count: 2, title: expect.stringContaining('shop.PaymentDeclined') })
  })
})

describe('a program of Dart, compiled ahead of time', () => {
  const [{ file, expected }] = read('native.json') as [{ file: string; expected: [number, ...string[]][] }]
  const symbols = gunzipSync(Buffer.from(file, 'base64'))
  const addresses = expected.filter(([, ...calls]) => calls.length > 0).map(([address]) => address)
  const stackOf = (id: string, chosen: number[]) =>
    [
      '*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***',
      'os: android arch: x64 comp: no sim: no',
      `build_id: '${id}'`,
      ...chosen.map((address, number) => {
        const hex = address.toString(16).padStart(16, '0')
        return `    #0${number} abs ${hex} virt ${hex} _kDartIsolateSnapshotInstructions+0x${address.toString(16)}`
      }),
    ].join('\n')

  it('is grouped by its message until its symbols come, and then by its calls', async () => {
    const app = await newReporter(server)
    const id = await buildIdOf()
    const [inPay, inMain] = [addresses.at(0)!, addresses.at(-1)!]
    const report = (address: number) =>
      app.report({ platform: 'android', exception_type: 'aB', message: 'boom', stack: stackOf(id, [address, inPay]) })
    await report(inPay)
    await report(inMain)
    await report(inMain)
    await settled(app, ['waiting', 'waiting'])
    expect(await listed(app)).toMatchObject([{ count: 3 }])
    await uploadInChunks(app, [
      { name: 'obfuscation.map.json', text: JSON.stringify(['PaymentDeclined', 'aB']), debug_id: debugIdOf(id) },
      { name: 'app.symbols', text: symbols },
    ])
    await settled(app, ['resolved', 'resolved'])
    const issues = await until(
      () => listed(app),
      (all) => all.every(({ title }) => title.startsWith('PaymentDeclined')),
    )
    expect(issues.map(({ count }) => count).toSorted()).toEqual([1, 2])
  })

  /** Learns the build id of the fixture from an upload to another project. */
  async function buildIdOf(): Promise<string> {
    const other = await newReporter(server)
    await uploadInChunks(other, [{ name: 'app.symbols', text: symbols }])
    const { artifacts } = (await other.session.request('GET', `/api/projects/${other.project.id}/artifacts`)).body
    return artifacts[0]!.build_id!
  }

  /** The debug id that the server makes of a build id, which tools name the map by. */
  function debugIdOf(id: string): string {
    const [a, b, c] = [id.slice(0, 8), id.slice(8, 12), id.slice(12, 16)].map((part) =>
      Buffer.from(part, 'hex').reverse().toString('hex'),
    )
    return `${a}-${b}-${c}-${id.slice(16, 20)}-${id.slice(20, 32)}`
  }
})
