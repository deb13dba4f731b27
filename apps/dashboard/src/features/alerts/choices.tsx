import type { ReactNode } from 'react'
import { CheckLine } from '../../components/check-line.tsx'

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
