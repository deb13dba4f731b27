// Usage: import { findChangedTests } from './changed-tests.mjs'
//
// Finds the test files that the changes since a commit can reach, by imports. The tests of the built product import none of
// its sources: `npm test` and `.ci/run` are for these.
import { spawnSync } from 'node:child_process'
import { testsReachedBy } from './import-graph.mjs'

/**
 * @param {string} root folder of the repository
 * @param {string} [base] commit to compare with; by default the main branch
 * @returns {{ base: string, changed: string[], tests: string[] }}
 */
export function findChangedTests(root, base) {
  const since = base ?? ['origin/main', 'main'].find((name) => gitIn(root, 'rev-parse', '--verify', name)) ?? 'HEAD'
  const untracked = linesOf('ls-files', '--others', '--exclude-standard')
  const changed = [...linesOf('diff', '--name-only', '--merge-base', since), ...untracked]
  return {
    base: since,
    changed,
    tests: testsReachedBy(root, { files: [...linesOf('ls-files'), ...untracked], changed }),
  }

  function linesOf(...args) {
    const output = gitIn(root, ...args)
    if (output === undefined) throw new Error(`git ${args.join(' ')} failed`)
    return output.split('\n').filter(Boolean)
  }
}

/** Returns the output of git, or undefined if it fails. */
function gitIn(root, ...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  return status === 0 ? stdout : undefined
}
