import type { ReactNode } from 'react'

interface CheckLineProps {
  isOn: boolean
  onChange: (isOn: boolean) => void
  children: ReactNode
}

/** A check box with its text. */
export function CheckLine({ isOn, onChange, children }: CheckLineProps) {
  return (
    <label className="flex min-h-7 min-w-0 cursor-pointer items-center gap-2 coarse:min-h-11">
      <input type="checkbox" className="checkbox" checked={isOn} onChange={() => onChange(!isOn)} />
      <span className="from-event min-w-0">{children}</span>
    </label>
  )
}
