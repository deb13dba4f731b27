// Usage: node scripts/letter-model/train.mjs
// Prints the table of `apps/server/src/domains/grouping/letter-model.ts`, made from `conformance/names/training.txt`.
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const alphabet = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
/** Row and column of the edge of a word: of any other character. */
const edge = 0
const size = alphabet.length + 1
/** Times that every pair counts without having been seen. */
const unseen = 0.2

/**
 * Makes the costs of each character behind another, in sixths of a nat, from names that people chose.
 *
 * @param {string[]} names
 */
export function trainCosts(names) {
  const counts = Array.from({ length: size }, () => new Float64Array(size).fill(unseen))
  for (const name of names) {
    let previous = edge
    for (const character of `${name} `) {
      const row = alphabet.indexOf(character) + 1
      counts[previous][row]++
      previous = row
    }
  }
  return counts.map((row) => {
    const sum = row.reduce((all, count) => all + count)
    return [...row].map((count) => digits[Math.min(63, Math.round(-6 * Math.log(count / sum)))]).join('')
  })
}

/** Reads the names that the model is trained with. */
export function trainingNames() {
  return readFileSync(new URL('../../conformance/names/training.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  for (const row of trainCosts(trainingNames())) console.log(`  '${row}',`)
