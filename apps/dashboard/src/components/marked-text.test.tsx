import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { X } from 'lucide-react'
import { afterEach, expect, it } from 'vitest'
import { showToast } from '../lib/toasts.ts'
import { Avatar } from './avatar.tsx'
import { ChartMarks } from './chart-marks.tsx'
import { Dialog } from './dialog.tsx'
import { IconButton } from './icon-button.tsx'
import { Toasts } from './toasts.tsx'

afterEach(cleanup)

/** Looks like `Delete exe.png` where nothing is marked. */
const name = 'Delete \u202Egnp.exe'
const marked = 'Delete ⟨U+202E⟩gnp.exe'

const places = {
  'a button': <IconButton icon={X} label={name} />,
  'a person': <Avatar name={name} />,
  'a dialog': (
    <Dialog title={name} onClose={() => {}}>
      {null}
    </Dialog>
  ),
  'a release in a chart': (
    <ChartMarks
      marks={[{ at: new Date(50).toISOString(), label: name }]}
      bars={[{ from: 0, to: 100, counts: [], total: 0 }]}
      width={1000}
      ground={100}
      onMark={undefined}
    />
  ),
}

it.each(Object.entries(places))('shows the marks of direction in the name of %s', (_, place) => {
  const { baseElement } = render(place)
  expect(baseElement.outerHTML).toContain(marked)
  expect(baseElement.outerHTML).not.toContain('\u202E')
})

it('shows them in a message', () => {
  render(<Toasts />)
  act(() => void showToast({ text: name }))
  expect(screen.getByRole('status').textContent).toContain(marked)
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
})
