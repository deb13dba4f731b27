// Usage: node scripts/words.mjs [PATH …]
// Refuses names that docs/glossary.md replaces, in the code of tracked sources or of the given paths, and paths of an
// author's own machine anywhere; part of npm run check. Comments, texts and documentation are prose: reviewers read them.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rootPath } from './install.mjs'

/** Sources, whose names are checked: no tests, no generated files. */
const source = /^(apps|packages|sdks)\/.*\/(src|lib)\/.*\.(ts|tsx|php|dart)$/
/** Left out: `essentials` of in-app.ts is a file of Julia. */
const excluded = /in-app\.ts$|\.test\.tsx?$|\/testing\/|^packages\/api-client\/src\/schema\.ts$/

/** Parts of names, and what they are called: `tellNews` contains `tell` and `news`. */
const names = {
  news: 'live update, notification',
  tell: 'report, notify, publish, count',
  told: 'reported, notified, published, counted',
  stretch: 'range, slice, time range',
  lane: 'shard',
  twin: 'duplicate',
  cure: 'remedy',
  crowded: 'saturated',
  essentials: 'minimal event',
  keeper: 'refresher, writer',
  desk: 'writer, hub',
  overslept: 'expired snooze',
  thinned: 'pruned',
  farewell: 'drain grace',
  patience: 'timeout',
  ledger: 'outcomes',
  door: 'sentry, otlp',
}

/** Home directories, as they come from a pasted command or log. */
const homes =
  /(?<![\w.}])\/(?:home|Users)\/(?!you\b|user\b|me\b|ann\b|app\b|node\b|bob\b|runner\b|ada\b|jose\b)[a-z][\w-]*\//

/** Recorded from real programs, or about such paths. */
const recorded = /^(conformance|examples)\/|\.test\.tsx?$|\/fixtures\//

const problems = files().flatMap(problemsOf)
for (const problem of problems) console.error(problem)
if (problems.length > 0) console.error(`\n${problems.length} names to change; docs/glossary.md has the terms to use.`)
process.exit(problems.length > 0 ? 1 : 0)

function files() {
  const given = process.argv.slice(2)
  const tracked = execFileSync('git', ['ls-files', '-z', ...given], { cwd: rootPath, encoding: 'utf8' }).split('\0')
  return tracked.filter((file) => /\.(ts|tsx|mjs|cjs|js|sql|md|ya?ml|sh|py|php|dart)$/.test(file))
}

function problemsOf(file) {
  const text = readFileSync(join(rootPath, file), 'utf8')
  const isSource = source.test(file) && !excluded.test(file)
  const lines = (isSource ? codeOf(text) : '').split('\n')
  return text.split('\n').flatMap((line, index) => {
    const wrong = partsOf(lines[index] ?? '').filter((part) => Object.hasOwn(names, part))
    const found = wrong.map((part) => `"${part}": use ${names[part]}`)
    if (!recorded.test(file) && homes.test(line)) found.push('a path of somebody\u2019s own machine')
    return found.map((mistake) => `${file}:${index + 1}: ${mistake}`)
  })
}

/** Blanks comments and texts, line by line. */
function codeOf(text) {
  const blank = (match) => match.replaceAll(/[^\n]/g, ' ')
  return text.replaceAll(
    /\/\*[\s\S]*?\*\/|(?<!:)\/\/.*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g,
    blank,
  )
}

/** Lowercase parts of the names of a line: identifiers are split at underscores and capitals. */
function partsOf(line) {
  return line
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
}
