import { parseArgs } from 'node:util'
import { describeReport } from './print.ts'
import { type Kind, runFaults, scenarios } from './run.ts'

/** Usage: npx tsx e2e/faults/main.ts --kind tree|process|restart|database|overload|stall|sentry|bucket|accounts [--bucket] [--kills 10] [--seed 1] [--long] [--rate 120] */
const { values } = parseArgs({
  options: {
    kind: { type: 'string', default: 'tree' },
    kills: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    rate: { type: 'string', default: '120' },
    long: { type: 'boolean', default: false },
    bucket: { type: 'boolean', default: false },
  },
})
if (!Object.hasOwn(scenarios, values.kind)) {
  console.error(`--kind is one of ${Object.keys(scenarios).join(', ')}`)
  process.exit(2)
}
process.once('SIGINT', () => process.exit(130)) // 'exit' then ends the server's processes
const report = await runFaults({
  kind: values.kind as Kind,
  kills: Number(values.kills),
  seed: Number(values.seed),
  rate: Number(values.rate),
  long: values.long,
  hasBucket: values.bucket || values.kind === 'bucket',
  log: (line) => console.log(line),
})
console.log(`\n${describeReport(report)}`)
process.exitCode = report.faults.length === 0 ? 0 : 1
