import { readOptions } from './options.ts'
import { describeResult } from './report.ts'
import { runPhases } from './run.ts'
import { saveDocument, saveJson } from './save.ts'

/** `npm run bench`: see options.ts for what it takes, run.ts for what it does. */
const options = readOptions()
process.once('SIGINT', () => process.exit(130))
const log = (line: string) => console.error(line)
await runPhases(options, log, (result) => {
  console.log(describeResult(result))
  log(`\nnumbers in ${saveJson(result)}`)
  if (options.save) saveDocument(result)
})
process.exit()
