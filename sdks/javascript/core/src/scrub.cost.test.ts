import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { cleanText } from './scrub.ts'

const cases = readFileSync(new URL('../../../../conformance/scrub/cases.json', import.meta.url), 'utf8')
const { hostile } = JSON.parse(cases) as { hostile: string[] }

it('takes time in proportion to the length of a text', () => {
  const cpuOf = (text: string) => {
    const times = Array.from({ length: 3 }, () => {
      const began = process.cpuUsage()
      cleanText(text, text.length)
      const { user, system } = process.cpuUsage(began)
      return user + system
    })
    return Math.min(...times)
  }
  for (const unit of hostile) {
    const text = (length: number) => unit.repeat(Math.ceil(length / unit.length))
    cleanText(text(1000))
    // Quadratic work would take 64 times as long; noise and a fixed cost are allowed for.
    expect(cpuOf(text(100_000)), unit).toBeLessThan(24 * Math.max(cpuOf(text(12_500)), 1000))
  }
})
