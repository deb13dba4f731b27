import { join } from 'node:path'
import { expect, it } from 'vitest'
import { installNpm, installPython } from './installs.ts'
import { openSentryStage, programs, run } from './stage.ts'

// Only SDKs that obey here are asked not to send what is not kept (`item-kinds.ts`); browser.test.ts has that of browsers.

const stage = openSentryStage()

const families = [
  {
    name: '@sentry/node 10',
    trace: async (dsn: string) => {
      const installed = installNpm('node-10.78.0', { '@sentry/node': '10.78.0' })
      if ('missing' in installed) return installed
      return run(process.execPath, [join(programs, 'traces.mjs')], { SENTRY_DSN: dsn, SDK: installed.directory })
    },
  },
  {
    name: 'sentry-sdk 2',
    trace: async (dsn: string) => {
      const installed = installPython('sentry-sdk==2.75.0')
      if ('missing' in installed) return installed
      return run('python3', [join(programs, 'traces.py')], { SENTRY_DSN: dsn, PYTHONPATH: installed.directory })
    },
  },
]

it.each(families)('$name stops sending transactions once it is asked to, and nothing else', async ({ name, trace }) => {
  const project = await stage.newProject(name)
  const ran = await trace(project.dsn)
  if ('missing' in ran) return console.warn(`skipped: ${ran.missing}`)
  const transactions = project.exchanges().filter(({ items }) => items.some(({ type }) => type === 'transaction'))
  expect(transactions, ran.output).toHaveLength(1)
  expect(transactions[0]!.responseHeaders['x-sentry-rate-limits']).toMatch(/^3600:transaction:key:unsupported$/)
  expect(project.sent('event')).toHaveLength(1)
})
