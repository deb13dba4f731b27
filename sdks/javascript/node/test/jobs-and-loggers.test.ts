import { createRequire } from 'node:module'
import { Writable } from 'node:stream'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { addBreadcrumb, captureException, close, start } from '@bugle/core'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { installIn } from '../../../../scripts/runtimes.mjs'
import { TestClient } from '../../core/src/testing/client.ts'
import { monitoredCron, monitoredCroner } from '../src/cron.ts'
import { bugleFormat, bugleLines } from '../src/loggers.ts'

const directory = fileURLToPath(new URL('libraries/', import.meta.url))
const require = createRequire(`${directory}package.json`)
// biome-ignore lint/suspicious/noExplicitAny: installed apart, so the compiler cannot see the libraries' types
const load = (name: string): Promise<any> => import(/* @vite-ignore */ pathToFileURL(require.resolve(name)).href)

let test: TestClient

beforeAll(() => {
  expect(installIn(directory)).toBeUndefined()
}, 300_000)

beforeEach(() => {
  test = new TestClient()
  start({ token: 'x', endpoint: 'http://bugle.test', appId: 'com.example' }, () => test.client)
})

afterEach(() => void close())

async function checkIns() {
  await test.client.flush()
  return test.bodiesTo('check-ins') as Record<string, unknown>[]
}

const failing = () => {
  throw new Error('no space')
}

it('node-cron: a job with a name reports its runs, with its schedule', async () => {
  const cron = (await load('node-cron')).default
  const { schedule } = monitoredCron(cron) as typeof cron
  const job = schedule('0 3 * * *', () => 7, { name: 'nightly', timezone: 'Europe/Berlin' })
  const broken = schedule('*/5 * * * *', failing, { name: 'broken' })
  const unnamed = schedule('0 3 * * *', () => 7)
  await job.execute()
  await broken.execute().catch(() => undefined)
  await unnamed.execute()
  for (const one of [job, broken, unnamed]) await one.destroy()
  expect(await checkIns()).toMatchObject([
    { monitor: 'nightly', status: 'in_progress', schedule: '0 3 * * *', timezone: 'Europe/Berlin' },
    { monitor: 'nightly', status: 'ok' },
    { monitor: 'broken', status: 'in_progress', schedule: '*/5 * * * *' },
    { monitor: 'broken', status: 'error' },
  ])
  expect(test.events.map(({ message, tags }) => [message, tags])).toEqual([['no space', { monitor: 'broken' }]])
})

it('croner: a job with a name reports its runs, with its schedule', async () => {
  const Cron = monitoredCroner((await load('croner')).Cron)
  const job = new Cron('0 3 * * *', { name: 'nightly', timezone: 'Europe/Berlin', paused: true }, () => 7)
  const seconds = new Cron('*/10 * * * * *', () => 7, { name: 'often', paused: true, catch: true })
  expect(job).toBeInstanceOf((await load('croner')).Cron)
  await job.trigger()
  await seconds.trigger()
  job.stop()
  seconds.stop()
  const sent = await checkIns()
  expect(sent).toMatchObject([
    { monitor: 'nightly', status: 'in_progress', schedule: '0 3 * * *', timezone: 'Europe/Berlin' },
    { monitor: 'nightly', status: 'ok' },
    { monitor: 'often', status: 'in_progress' },
    { monitor: 'often', status: 'ok' },
  ])
  // A monitor knows no seconds.
  expect(sent[2]).not.toHaveProperty('schedule')
})

it('pino: lines are breadcrumbs, and errors are reported with their stack', async () => {
  const { pino, multistream } = await load('pino')
  const logger = pino({ level: 'debug' }, multistream([{ level: 'debug', stream: bugleLines() }]))
  logger.debug({ order: 7, token: 'hidden' }, 'paying')
  logger.warn('slow')
  logger.error('no error object')
  logger.error(new RangeError('out of stock'), 'checkout failed')
  await test.client.flush()
  expect(test.events).toMatchObject([
    {
      exception_type: 'RangeError',
      message: 'out of stock',
      stack: expect.stringContaining('jobs-and-loggers.test.ts'),
      mechanism: { type: 'pino', handled: true },
      breadcrumbs: [
        { category: 'pino', message: 'paying', data: { order: 7, token: '[scrubbed]', level: 'debug' } },
        { message: 'slow', data: { level: 'warning' } },
        { message: 'no error object', data: { level: 'error' } },
        { message: 'checkout failed' },
      ],
    },
  ])
})

it('winston: what is logged is a breadcrumb, and errors are reported once', async () => {
  const { createLogger, format, transports } = await load('winston')
  const sink = new Writable({ write: (_chunk, _encoding, done) => done() })
  const logger = createLogger({
    level: 'debug',
    format: format.combine(bugleFormat(), format.errors({ stack: true }), format.json()),
    transports: [new transports.Stream({ stream: sink })],
  })
  logger.warn('slow', { order: 7, password: 'hidden' })
  logger.error('no error object')
  const error = new RangeError('out of stock')
  logger.error(error)
  captureException(error)
  await test.client.flush()
  expect(test.events).toHaveLength(1)
  expect(test.events[0]).toMatchObject({
    message: 'out of stock',
    stack: expect.stringContaining('jobs-and-loggers.test.ts'),
    mechanism: { type: 'winston', handled: true },
    breadcrumbs: [
      { category: 'winston', message: 'slow', data: { order: 7, password: '[scrubbed]', level: 'warning' } },
      { message: 'no error object', data: { level: 'error' } },
      { message: 'out of stock' },
    ],
  })
})

it('loggers work as without Bugle while Bugle is off', async () => {
  await close()
  bugleLines().write('no JSON')
  expect(bugleFormat().transform({ level: 'info', message: 'x' })).toEqual({ level: 'info', message: 'x' })
  start({ token: 'x', endpoint: 'http://bugle.test', appId: 'com.example' }, () => test.client)
  bugleLines().write('no JSON')
  addBreadcrumb({ category: 'x', message: 'x' })
})
