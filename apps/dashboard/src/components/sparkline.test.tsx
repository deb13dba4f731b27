import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { Sparkline } from './sparkline.tsx'

afterEach(cleanup)

/** Heights of the bars that have events. */
function heights(counts: number[], scale?: number): number[] {
  const { container } = render(<Sparkline counts={[...counts, 0]} span="24h" height={24} scale={scale} />)
  const bars = container.querySelector('.fill-chart-bar')?.getAttribute('d') ?? ''
  cleanup()
  return [...bars.matchAll(/v-(\d+)h/g)].map(([, tall]) => Number(tall))
}

it('is as tall as its own peak, so that 9 and 850 events look alike', () => {
  expect([heights([9]), heights([850])]).toEqual([[24], [24]])
})

it('is as tall as its share of the peak of a page, where all share a scale', () => {
  expect([heights([425], 850), heights([850], 850)]).toEqual([[12], [24]])
})

it('shows one event as two pixels at least, whatever the scale', () => {
  expect(heights([1, 100], 1_000_000)).toEqual([2, 2])
})
