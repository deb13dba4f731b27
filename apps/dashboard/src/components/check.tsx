interface CheckProps {
  name: string
  label: string
  hint: string
  isOn: boolean
  error?: string | undefined
}

/** A checkbox of a form, with a sentence about its effect. */
export function Check({ name, label, hint, isOn, error }: CheckProps) {
  return (
    <label className="grid cursor-pointer grid-cols-[auto_minmax(0,1fr)] items-center gap-x-2 coarse:min-h-11">
      <input type="checkbox" className="checkbox" name={name} defaultChecked={isOn} />
      <span className="font-medium">{label}</span>
      <span className={`col-start-2 ${error === undefined ? 'text-12 text-text-3' : 'text-error-ink'}`}>
        {error ?? hint}
      </span>
    </label>
  )
}
