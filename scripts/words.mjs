// Usage: node scripts/words.mjs [PATH …]
// Refuses words that docs/glossary.md replaces, in tracked source and documentation, or in the given paths; part of npm run
// check.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rootPath } from './install.mjs'

/** Files with words that are not ours: generated, recorded from other programs, or the glossary itself. */
const excluded =
  /(^|\/)package-lock\.json$|^docs\/(openapi\.json|glossary\.md)$|^packages\/api-client\/src\/schema\.ts$|^scripts\/words\.mjs$|^conformance\/.*\.txt$/

/** Words, also as parts of identifiers: `tellNews` contains `tell` and `news`. */
const words = {
  news: 'live update, notification',
  tell: 'report, notify, publish, count',
  tells: 'reports, notifies, publishes, counts',
  told: 'reported, notified, published, counted',
  telling: 'reporting, informative',
  stretch: 'range, slice, time range',
  stretches: 'ranges, slices, time ranges',
  lane: 'shard',
  lanes: 'shards',
  twin: 'duplicate',
  twins: 'duplicates',
  cure: 'remedy',
  cures: 'remedies',
  crowded: 'saturated',
  essentials: 'minimal event',
  keeper: 'refresher, writer',
  keepers: 'refreshers, writers',
  desk: 'writer, hub',
  overslept: 'expired snooze',
  thinned: 'pruned',
  farewell: 'drain grace',
  patience: 'timeout',
  dear: 'expensive',
  dearer: 'more expensive',
  dearest: 'most expensive',
  anew: 'again',
  mend: 'fix',
  mends: 'fixes',
  mended: 'fixed',
  ledger: 'outcomes',
}

/** Phrases, ignoring case. */
const phrases = [
  [/\b(http|worker)[- ]?half\b|\bboth halves\b|\bthe two halves\b/i, 'role, http role, worker role'],
  [/\bthe interface\b/i, 'the API'],
  [/\bfor who\b/i, 'for users who, for callers that'],
  [/\bfor ever\b/i, 'forever, permanently, endlessly'],
  [/\bso many\b/i, 'a number, or a limit by name or number'],
  [/\bwhat lies\b/i, 'a noun'],
  [/\bhow manieth\b/i, 'how many'],
  [/\baudit log\b/i, 'audit trail'],
  [/\bclients? for (Node|browsers|React Native|JavaScript|PHP)\b|\bJavaScript clients?\b/i, 'SDK'],
]

/** A comment's sentence that begins with a relative pronoun or `Of`, in place of a verb or noun. Questions are fine. */
const commentStart = /^\s*(\/\*\*|\*|\/\/\/?)\s?(What|Who|Whom|Whose|Whoever|Of) (?!.*\?)/
const hashCommentStart = /^\s*# ?(What|Who|Whom|Whose|Whoever|Of) (?!.*\?)/
/** The same for a later sentence of a comment, or one of a page. */
const laterStart = /^(?=\s*(\/\*\*|\*|\/\/)).*[.] (What|Who|Whom|Whose|Whoever) [a-z](?!.*\?)/
const pageStart = /^(.*[.] )?(What|Whom|Whose|Whoever) [a-z](?!.*\?)/

/** Legitimate uses: files, the text that is fine there, and the reason. */
const allowed = [
  [/^(docs|examples|e2e|sdks)\//, /\b(order )?desk\b/i, 'the example program is an order desk'],
  [/^apps\/dashboard\//, /\b(items|self|justify|content)-stretch\b/, 'a utility class of Tailwind'],
  [/^packages\/stacktrace\/src\/in-app\.ts$/, /\bessentials\b/, 'a file of Julia'],
  [/^e2e\/faults\/marked-event\.ts$/, /\bledger(\.js|\.book)/i, 'a frame of a made-up program'],
]

const problems = files().flatMap(problemsOf)
for (const problem of problems) console.error(problem)
if (problems.length > 0) console.error(`\n${problems.length} banned words; docs/glossary.md has the terms to use.`)
process.exit(problems.length > 0 ? 1 : 0)

function files() {
  const given = process.argv.slice(2)
  const tracked = execFileSync('git', ['ls-files', '-z', ...given], { cwd: rootPath, encoding: 'utf8' }).split('\0')
  const isText = (file) =>
    /\.(ts|tsx|mjs|cjs|js|css|html|svelte|sql|md|ya?ml|sh|py|php|dart|service|txt)$|(^|\/)Dockerfile$/.test(file)
  return tracked.filter((file) => isText(file) && !excluded.test(file))
}

function problemsOf(file) {
  const uses = allowed.filter(([files]) => files.test(file)).map(([, text]) => text)
  return readFileSync(join(rootPath, file), 'utf8')
    .split('\n')
    .flatMap((line, index) => {
      const text = uses.reduce((rest, use) => rest.replaceAll(new RegExp(use, `g${use.flags}`), ''), line)
      return mistakesIn(text, file).map((mistake) => `${file}:${index + 1}: ${mistake}`)
    })
}

function mistakesIn(line, file) {
  const found = partsOf(line)
    .filter((word) => Object.hasOwn(words, word))
    .map((word) => `"${word}": use ${words[word]}`)
  for (const [phrase, better] of phrases) {
    const [match] = phrase.exec(line) ?? []
    if (match !== undefined) found.push(`"${match}": use ${better}`)
  }
  const isHash = /\.(ya?ml|sh|py|service|txt)$|Dockerfile$/.test(file)
  if ((isHash ? hashCommentStart : commentStart).test(line))
    found.push('a comment begins with a verb or a noun, not with What, Who or Of')
  else if ((file.endsWith('.md') ? pageStart : laterStart).test(line))
    found.push('a sentence begins with a noun, not with What, Who or Of')
  return found
}

/** Lowercase words of a line, with identifiers split at underscores and capitals. */
function partsOf(line) {
  return line
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
}
