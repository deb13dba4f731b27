import { dirname } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { installRuntime } from '../../scripts/runtimes.mjs'
import type { BugleEvent } from '../../sdks/javascript/core/src/event.ts'
import { cases, expectAsDescribed } from '../../sdks/javascript/core/src/testing/conformance.ts'
import { expectAccepted } from './expect-accepted.ts'
import { isLong } from './long.ts'
import { PhpHost, pathOf } from './php-host.ts'
import { openStage } from './stage.ts'

/** Half a gigabyte, with every version of PHP. */
const runtime = { name: '@php-wasm/node', version: '3.1.56', bin: 'index.js' }

describe.runIf(isLong)('the PHP SDK on other versions of PHP', () => {
  const stage = openStage('sdk-php-versions', 'com.example.shop')
  const host = new PhpHost()
  afterAll(() => host.remove())

  it.for(['8.1', '8.3', '8.4', '8.5'])(
    'sends the situations of conformance/events on %s',
    async (version, { skip }) => {
      const found = installRuntime(runtime)
      if ('missing' in found) return skip(`${runtime.name} could not be installed: ${found.missing}`)
      const packages = dirname(dirname(found.path))
      const ended = await host.run(process.execPath, [pathOf('e2e/sdks/php-versions.mjs'), packages, version])
      expect(ended, ended.stdout + ended.stderr).toMatchObject({ code: 0 })
      // The version alone: no deprecation, no warning.
      expect(ended.stderr).toMatch(new RegExp(`^${version}\\.\\d+$`))
      const sent = ended.stdout
        .trim()
        .split('\n')
        .map((line) => line.split('\t') as [string, string])
      for (const [at, one] of cases.entries()) {
        const events = sent.filter(([path]) => path === `/${at}`).map(([, body]) => JSON.parse(body) as BugleEvent)
        expectAsDescribed(events, one)
      }
      const events = sent.map(([, body]) => JSON.parse(body) as BugleEvent)
      await expectAccepted(stage.server.url, stage.account, events)
    },
  )
})
