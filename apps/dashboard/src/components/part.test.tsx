import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Part } from './part.tsx'

beforeEach(() => {
  // React prints what a boundary has caught.
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function Time({ at }: { at: number }) {
  return <time>{new Date(at).toISOString()}</time>
}

const page = (at: number) => (
  <>
    <Part name="Breadcrumbs" of={String(at)}>
      <Time at={at} />
    </Part>
    <Part name="Stack" of={String(at)}>
      <p>the stack</p>
    </Part>
  </>
)

it('says what could not be shown, leaves the other parts, and tries the next thing again', () => {
  const { rerender } = render(page(Number.NaN))
  expect(screen.getByRole('alert').textContent).toContain('“Breadcrumbs” could not be shown.')
  expect(screen.getByText('the stack')).toBeDefined()
  rerender(page(0))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByText('1970-01-01T00:00:00.000Z')).toBeDefined()
})
