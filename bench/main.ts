import { readOptions } from './options.ts'
import { describeResult } from './report.ts'
import { runPhases } from './run.ts'
import { saveDocument, saveJson } from './save.ts'

// Entry of `npm run bench`: see options.ts for its arguments, run.ts for its phases.

const options = readOptions()
process.once('SIGINT', () => process.exit(130))
const log = (line: string) => console.error(line)
await runPhases(options, log, (result) => {
  console.log(describeResult(result))
  log(`\nnumbers in ${saveJson(result)}`)
  if (options.save) saveDocument(result)
})
process.exit()
