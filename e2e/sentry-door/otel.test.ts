import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createProject } from '../harness/account.ts'
import { issuesOf, latestOf } from '../sdks/issues.ts'
import { isLong } from '../sdks/long.ts'
import { installNpm, openDoorStage, programs, run } from './door-stage.ts'

// The exporters of OpenTelemetry for Node, as protobuf and as JSON.

const stage = openDoorStage()
const version = '0.223.1'
const packages = {
  '@opentelemetry/api': '1.9.0',
  '@opentelemetry/sdk-logs': version,
  ...Object.fromEntries(
    ['logs', 'trace'].flatMap((signal) =>
      ['proto', 'http'].map((form) => [`@opentelemetry/exporter-${signal}-otlp-${form}`, version]),
    ),
  ),
  '@opentelemetry/resources': '2.12.1',
  '@opentelemetry/sdk-trace-base': '2.12.1',
}

it.each(isLong ? ['proto', 'http'] : ['proto'])(
  'an exception sent by %s as log and span event is one event',
  async (form) => {
    const installed = installNpm(`otel-${version}`, packages)
    if ('missing' in installed) return console.warn(`skipped: ${installed.missing}`)
    const project = await createProject(stage.account, `otel ${form}`)
    const env = {
      ENDPOINT: `${stage.server.url}/otlp`,
      TOKEN: project.ingestToken,
      FORM: form,
      SDK: installed.directory,
    }
    const { code, output } = await run(process.execPath, [join(programs, 'otel.mjs')], env)
    expect([code, output]).toEqual([0, ''])
    const issues = await issuesOf(stage.account, project, 1)
    expect(issues.map(({ type, count }) => [type, count])).toEqual([['TypeError', 1]])
    const event = await latestOf(stage.account, issues, 'TypeError')
    expect(event).toMatchObject({ platform: 'node', release: 'shop@1.2.3', environment: 'staging' })
    expect(event.contexts.trace).toMatchObject({ trace_id: expect.stringMatching(/^[0-9a-f]{32}$/) })
    expect(event.exceptions[0]!.frames[0]).toMatchObject({
      function: 'total',
      file: expect.stringContaining('otel.mjs'),
    })
  },
)
