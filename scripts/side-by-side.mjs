// Usage: npm run side-by-side [-- FAMILY [--sentry PATH] [--record]]
// Runs one program with Sentry's SDK and with ours, and prints what the pages of a server show of both. Without a family: all, with
// what was recorded of Sentry's SDKs. FAMILY (php, dart, react-native): its SDK of Sentry runs here. PATH: vendor/autoload.php of a
// project with sentry/sentry, or package_config.json of one with package:sentry; that of React Native comes from npm.
// --record: keeps what the SDK sends in e2e/sdks/side-by-side/recordings.
import { parseArgs } from 'node:util'
import { bin, run } from './install.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sentry: { type: 'string' }, record: { type: 'boolean' }, help: { type: 'boolean' } },
})
const [family] = positionals
const names = ['php', 'dart', 'react-native']
const isIncomplete = family === undefined ? values.sentry !== undefined || values.record : !names.includes(family)
if (values.help || positionals.length > 1 || isIncomplete) {
  console.error(`Usage: npm run side-by-side [-- ${names.join(' | ')} [--sentry PATH] [--record]]`)
  process.exit(values.help ? 0 : 2)
}
if ((family === 'php' || family === 'dart') && values.sentry === undefined) {
  console.error(`--sentry PATH is missing: Sentry's SDK for ${family} is not on npm.`)
  process.exit(2)
}

const chosen = family === undefined ? [] : ['-t', `a program of ${family}`]
const settings = family === undefined ? {} : { SIDE_BY_SIDE_FAMILY: family, SIDE_BY_SIDE_SENTRY: values.sentry ?? '' }
process.exit(
  run(bin('vitest'), ['run', '--project', 'e2e', 'e2e/sdks/side-by-side.test.ts', ...chosen], {
    ...settings,
    ...(values.record ? { SIDE_BY_SIDE_RECORD: '1' } : {}),
  }),
)
