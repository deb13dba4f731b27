import { type ComponentProps, type ReactNode, useId } from 'react'

interface SelectFieldProps extends ComponentProps<'select'> {
  label: string
  hint?: ReactNode
  options: readonly (readonly [value: string, label: string])[]
}

/** A labeled choice of one value. */
export function SelectField({ label, hint, options, ...select }: SelectFieldProps) {
  const id = useId()
  return (
    <div className="grid content-start gap-1">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <select {...select} id={id} className="input" aria-describedby={hint === undefined ? undefined : `${id}-hint`}>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-12 text-text-3">
          {hint}
        </p>
      )}
    </div>
  )
}
