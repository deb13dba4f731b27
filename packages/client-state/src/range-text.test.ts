import { formatDateTime } from '@bugle/presentation/format'
import { expect, it } from 'vitest'
import { rangeText } from './range-text.ts'

const [from, to] = ['2026-11-01T00:00:00.000Z', '2026-11-02T00:00:00.000Z'] as const

it.each([
  [{}, undefined],
  [{ since: '14d' }, 'Last 14 days'],
  [{ from }, `Since ${formatDateTime(from)}`],
  [{ to }, `Until ${formatDateTime(to)}`],
  [{ from, to }, `${formatDateTime(from)} – ${formatDateTime(to)}`],
] as const)('describes the range of %j', (search, text) => {
  expect(rangeText(search)).toBe(text)
})
