import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useTitle } from './use-title.ts'

function Titled({ part }: { part: string | undefined }) {
  useTitle('Issues', part)
  return null
}

it('names what is shown, and no name turns the rest of it round', () => {
  render(<Titled part={'Max \u202Erebmem\n'} />)
  expect(document.title).toBe('Issues · Max ⟨U+202E⟩rebmem ↵  · Bugle')
})

it('leaves out what is not known yet', () => {
  render(<Titled part={undefined} />)
  expect(document.title).toBe('Issues · Bugle')
})
