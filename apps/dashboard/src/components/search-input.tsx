import { ApiError } from '@bugle/api-client'
import { Search } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'

interface SearchInputProps extends ComponentProps<'input'> {
  /** Why the server would not search: where it is about what was typed, it is said here. */
  error: unknown
  /** At the other end of the line. */
  children?: ReactNode
}

/** A line of the search language: nothing in it is a word of a dictionary, or begins a sentence. */
export function SearchInput({ error, className = '', children, ...rest }: SearchInputProps) {
  const id = useId()
  const mistake = mistakeOf(error)
  return (
    <>
      <span className="relative block">
        <Search size={16} aria-hidden className="absolute top-1/2 left-3 -translate-y-1/2 text-text-3" />
        <input
          aria-invalid={mistake !== undefined}
          aria-describedby={mistake === undefined ? undefined : id}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="none"
          enterKeyHint="search"
          maxLength={1000}
          className={`input pl-9 font-mono text-12 ${className}`}
          {...rest}
        />
        {children}
      </span>
      {mistake !== undefined && (
        <p id={id} role="alert" className="mt-1 text-12 text-error-ink">
          {mistake}
        </p>
      )}
    </>
  )
}

/** What is wrong with a query, of an answer that says so. */
export function mistakeOf(error: unknown): string | undefined {
  return error instanceof ApiError && error.code === 'invalid_parameter' ? error.errors.query?.join(' ') : undefined
}
