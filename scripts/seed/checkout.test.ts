import { openBuilt } from '@bugle/symbols/testing/built-programs'
import { expect, it } from 'vitest'
import { resolveStack } from '../../packages/symbols/src/index.ts'
import { buildCheckout } from './checkout.ts'

it('fails in minified code, whose map leads to the lines that throw and call', async () => {
  const { stack, causeStack, map } = await buildCheckout()
  const built = await openBuilt({ name: 'checkout.js', map })
  const { sources, sourcesContent } = JSON.parse(map) as Record<'sources' | 'sourcesContent', string[]>
  const linesOf = async (text: string) => {
    const frames = [...text.matchAll(/\((.*):(\d+):(\d+)\)$/gm)].map(([, file, line, column]) => ({
      file: file!,
      line: Number(line),
      column: Number(column),
    }))
    const resolved = await resolveStack(frames, async () => built)
    return resolved.map((frame) => {
      if (!('file' in frame)) return frame
      const source = sources.findIndex((path) => path.endsWith(frame.file!))
      return sourcesContent[source]!.split('\n')[frame.line! - 1]!.trim()
    })
  }
  const called = [
    'const order = await createOrder(reservation, payment)',
    'const number = await placeOrder(reservation, pay)',
  ]
  expect(await linesOf(stack)).toEqual([
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source text
    'throw new CheckoutError(`Order ${number} could not be placed`, { cause })',
    called[1],
  ])
  expect(await linesOf(causeStack)).toEqual([
    'throw new HttpError(text, response.status, problem.code)',
    "const order = await request('POST', '/api/orders', { number, lines, payment })",
    ...called,
  ])
})
