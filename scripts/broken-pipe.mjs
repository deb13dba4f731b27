// Usage: import { endOnBrokenPipe } from './broken-pipe.mjs'
//
// Ends a run of tests in order when nobody reads its output any more, as in `npm test | head`. By itself the runner would end at the failed
// write, before its teardown, and leave the tests' PostgreSQL running.

/** @param {{ cancelCurrentRun(reason: 'keyboard-input'): unknown }} vitest the run */
export function endOnBrokenPipe(vitest) {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error) => {
      if (error.code !== 'EPIPE') throw error
      process.exitCode = 1
      vitest.cancelCurrentRun('keyboard-input')
    })
}
