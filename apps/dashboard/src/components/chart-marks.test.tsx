import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { ChartMarks } from './chart-marks.tsx'

afterEach(() => {
  cleanup()
  document.documentElement.style.fontSize = ''
})

it.each([
  { fontSize: '16px', width: 1000 },
  { fontSize: '32px', width: 1000 },
  { fontSize: '32px', width: 250 },
])('keeps every flag within a chart of $width px with text of $fontSize', ({ fontSize, width }) => {
  document.documentElement.style.fontSize = fontSize
  const bars = [{ from: 0, to: 100, counts: [], total: 0 }]
  for (let time = 0; time < 100; time++) {
    const marks = [{ at: new Date(time).toISOString(), label: 'shop@2.3.1' }]
    const { container } = render(<ChartMarks marks={marks} bars={bars} width={width} ground={100} onMark={undefined} />)
    const x = Number.parseFloat(container.querySelector('div')!.style.left)
    const flag = container.querySelector('button')!
    const space = flag.classList.contains('right-0.5') ? x : width - x
    expect({ time, isWithin: Number.parseFloat(flag.style.maxWidth) < space }).toEqual({ time, isWithin: true })
    cleanup()
  }
})
