import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const source = new URL('../src/', import.meta.url).pathname
const files = (readdirSync(source, { recursive: true }) as string[]).filter((file) =>
  /(?<!\.test|\.contract)\.ts$/.test(file),
)

it('domains keep their SQL in stores', () => {
  const others = files.filter((file) => file.startsWith('domains/') && !file.endsWith('-store.ts'))
  expect(others.length).toBeGreaterThan(50)
  expect(others.filter((file) => /\.query\(|\bsql[`<]/.test(readFileSync(source + file, 'utf8')))).toEqual([])
})

it('only the config reads the environment', () => {
  const wired = files.filter((file) => /^((http|worker)-role\.ts|(adapters|domains|http|pages|ports)\/)/.test(file))
  expect(wired.length).toBeGreaterThan(100)
  expect(wired.filter((file) => readFileSync(source + file, 'utf8').includes('process.env'))).toEqual([])
})
