import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { trainCosts, trainingNames } from '../../../../../scripts/letter-model/train.mjs'
import { costs, wordiness } from './letter-model.ts'

it('the table is what the trainer makes of the names that are kept', () => {
  expect(trainingNames().length).toBeGreaterThanOrEqual(30_000)
  expect(trainCosts(trainingNames())).toEqual(costs)
})

it('learns from none of the names that it is tested with', () => {
  const learnt = new Set(trainingNames())
  const directory = join(import.meta.dirname, '../../../../../conformance/names')
  for (const kind of ['files', 'classes', 'functions']) {
    const tested = readFileSync(join(directory, `${kind}.txt`), 'utf8')
      .trimEnd()
      .split('\n')
    expect(tested.filter((name) => learnt.has(name))).toEqual([])
  }
})

it('tells words from hashes', () => {
  for (const word of ['checkout', 'invoice', 'createUser']) expect(wordiness(word, 62)).toBeGreaterThan(0)
  for (const hash of ['q7xk2jzd', 'zk8vq3xw', 'xqzjkwvp']) expect(wordiness(hash, 36)).toBeLessThan(0)
})
