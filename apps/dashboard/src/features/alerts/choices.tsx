import type { ReactNode } from 'react'

interface ChoicesProps<T extends string> {
  legend: string
  options: readonly { value: T; label: ReactNode }[]
  chosen: readonly T[]
  onChange: (chosen: T[]) => void
  error?: string | undefined
}

/** Check boxes of which any number may be chosen. */
export function Choices<T extends string>({ legend, options, chosen, onChange, error }: ChoicesProps<T>) {
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 font-medium">{legend}</legend>
      <div className="grid grid-cols-2 gap-x-4 max-md:grid-cols-1">
        {options.map(({ value, label }) => (
          <CheckLine
            key={value}
            isOn={chosen.includes(value)}
            onChange={(isOn) => onChange(isOn ? [...chosen, value] : chosen.filter((one) => one !== value))}
          >
            {label}
          </CheckLine>
        ))}
      </div>
      {error !== undefined && (
        <p role="alert" className="text-error-ink">
          {error}
        </p>
      )}
    </fieldset>
  )
}

interface CheckLineProps {
  isOn: boolean
  onChange: (isOn: boolean) => void
  children: ReactNode
}

export function CheckLine({ isOn, onChange, children }: CheckLineProps) {
  return (
    <label className="flex min-h-7 min-w-0 cursor-pointer items-center gap-2 coarse:min-h-11">
      <input type="checkbox" className="checkbox" checked={isOn} onChange={() => onChange(!isOn)} />
      <span className="from-event min-w-0">{children}</span>
    </label>
  )
}
