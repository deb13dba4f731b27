import { expect, it } from 'vitest'
import { ipsToText } from './ips.ts'

const report = (usedImages: object[], frames: object[]) =>
  `{"app_name":"Shop"}\n${JSON.stringify({ usedImages, threads: [{ triggered: true, frames }] })}`

it('does not multiply the name of an image by its frames', () => {
  const frames = Array.from({ length: 1000 }, () => ({ imageIndex: 0, imageOffset: 1, symbol: 'pay' }))
  const text = report([{ name: 'x'.repeat(20_000) }], frames)
  expect(ipsToText(text)!.length).toBeLessThan(3 * text.length)
})

it('reads numbers alone as numbers', () => {
  const odd = { toString: null, valueOf: null }
  const frame = {
    imageIndex: odd,
    imageOffset: odd,
    sourceLine: odd,
    symbolLocation: odd,
    symbol: 'pay',
    sourceFile: 'a',
  }
  expect(ipsToText(report([{ name: 'Shop' }], [frame]))).toContain('0 ??? 0x0 pay + 0')
})
