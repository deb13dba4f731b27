import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createProject } from '../harness/account.ts'
import { issuesOf, latestOf } from '../sdks/issues.ts'
import { isLong } from '../sdks/long.ts'
import { installMavenTree, installNpm, installPython } from './installs.ts'
import { hasCommand, openSentryStage, programs, type Ran, run } from './stage.ts'

// The exporters of OpenTelemetry for Node, Python and Java. Each exception comes as a log record and as the event of a
// span, as `OTEL_SEMCONV_EXCEPTION_SIGNAL_OPT_IN=logs/dup` has it.

const stage = openSentryStage()
const nodeVersion = '0.223.1'
const nodePackages = {
  '@opentelemetry/api': '1.9.0',
  '@opentelemetry/sdk-logs': nodeVersion,
  ...Object.fromEntries(
    ['logs', 'trace'].flatMap((signal) =>
      ['proto', 'http'].map((form) => [`@opentelemetry/exporter-${signal}-otlp-${form}`, nodeVersion]),
    ),
  ),
  '@opentelemetry/resources': '2.12.1',
  '@opentelemetry/sdk-trace-base': '2.12.1',
}
const pythonPackages = [
  'opentelemetry-sdk==1.45.1',
  'opentelemetry-exporter-otlp-proto-http==1.45.1',
  'opentelemetry-exporter-otlp-json-http==0.66b1',
]
const javaVersion = '1.68.0'

interface Exporter {
  name: string
  platform: string
  report: (env: Record<string, string>) => Promise<Ran | { missing: string }>
  /** Type, message and innermost call of each exception. */
  thrown: [type: string, message: string, frame: { function: string; file: string }][]
}

const node = (form: string): Exporter => ({
  name: `Node, ${form === 'http' ? 'JSON' : 'protobuf'}`,
  platform: 'node',
  report: async (env) => {
    const installed = installNpm(`otel-${nodeVersion}`, nodePackages)
    if ('missing' in installed) return installed
    return run(process.execPath, [join(programs, 'otel.mjs')], { ...env, FORM: form, SDK: installed.directory })
  },
  thrown: [
    [
      'TypeError',
      "Cannot read properties of undefined (reading 'items')",
      { function: 'total', file: expect.stringContaining('otel.mjs') },
    ],
  ],
})

const python = (form: string): Exporter => ({
  name: `Python, ${form === 'json' ? 'JSON' : 'protobuf'}`,
  platform: 'python',
  report: async (env) => {
    const installed = installPython(pythonPackages.join(' '))
    if ('missing' in installed) return installed
    return run('python3', [join(programs, 'otel.py')], { ...env, FORM: form, PYTHONPATH: installed.directory })
  },
  thrown: [
    ['KeyError', 'total', { function: 'total', file: expect.stringContaining('otel.py') }],
    ['StockError', '0 left', { function: 'reserve', file: expect.stringContaining('otel.py') }],
  ],
})

const java: Exporter = {
  name: 'Java, protobuf',
  platform: 'java',
  report: async (env) => {
    if (!hasCommand('mvn', '--version')) return { missing: 'no mvn' }
    const artifacts = ['sdk', 'exporter-otlp'].map((name) => `io.opentelemetry:opentelemetry-${name}:${javaVersion}`)
    const installed = installMavenTree(`otel-java-${javaVersion}`, artifacts)
    if ('missing' in installed) return installed
    return run('java', ['-cp', join(installed.directory, '*'), join(programs, 'Otel.java')], env)
  },
  thrown: [['Otel.StockError', 'no stock', { function: 'main', file: 'Otel.java' }]],
}

const exporters = [node('proto'), ...(isLong ? [node('http'), python('proto'), python('json'), java] : [])]

describe.each(exporters)('$name', ({ name, platform, report, thrown }) => {
  it('an exception sent as log and span event is one event', async ({ skip }) => {
    const project = await createProject(stage.account, `otel ${name}`)
    const ran = await report({ ENDPOINT: `${stage.server.url}/otlp` as const, TOKEN: project.ingestToken })
    if ('missing' in ran) return skip(ran.missing)
    expect(ran).toEqual({ code: 0, output: '' })
    const issues = await issuesOf(stage.account, project, thrown.length)
    expect(issues.map(({ type, count }) => [type, count]).toSorted()).toEqual(thrown.map(([type]) => [type, 1]))
    for (const [type, message, frame] of thrown) {
      const event = await latestOf(stage.account, issues, type)
      expect(event).toMatchObject({ message, platform, release: 'shop@1.2.3', environment: 'staging' })
      expect(event.contexts.trace).toMatchObject({ trace_id: expect.stringMatching(/^[0-9a-f]{32}$/) })
      expect(event.exceptions[0]!.frames[0]).toMatchObject(frame)
    }
  })
})
