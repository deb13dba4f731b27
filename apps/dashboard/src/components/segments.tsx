interface SegmentsProps<T extends string> {
  label: string
  value: T
  options: readonly { value: T; label: string }[]
  onChange: (value: T) => void
  title?: string
  disabled?: boolean
}

/** A segmented control: exclusive options, all visible. */
export function Segments<T extends string>({
  label,
  value,
  options,
  onChange,
  title,
  disabled = false,
}: SegmentsProps<T>) {
  return (
    <fieldset
      disabled={disabled}
      className="flex max-w-full flex-wrap rounded-control border border-border bg-surface p-0.5"
    >
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          title={title}
          className="min-h-6 rounded-pill px-2 text-12 whitespace-nowrap text-text-2 aria-pressed:bg-pressed aria-pressed:font-medium aria-pressed:text-text coarse:min-h-11 coarse:min-w-11"
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  )
}
