import { termAt, withTerm } from '@bugle/presentation/term-at'
import { type ChangeEvent, type KeyboardEvent, type SyntheticEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useSuggestions } from './use-suggestions.ts'

/**
 * Completes the query language in an input, with the list of suggestions below it. Arrow keys choose, Tab and Enter take what is
 * chosen, Escape closes the list.
 *
 * @param projectId whose keys and values are suggested; without it only fixed ones are
 */
export function useCompletion(projectId: string | undefined, text: string, setText: (text: string) => void) {
  const [caret, setCaret] = useState(text.length)
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState(-1)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const typed = termAt(text, caret)
  const suggestions = useSuggestions(projectId, typed, isOpen)
  const isShown = isOpen && suggestions.length > 0
  const close = () => {
    setOpen(false)
    setChosen(-1)
  }
  const take = (term: string) => {
    const next = withTerm(text, typed, term)
    // The caret is set after React has written the text, which would move it, and before the next key.
    flushSync(() => {
      setText(next.text)
      setCaret(next.caret)
      setChosen(-1)
    })
    input.current?.focus()
    input.current?.setSelectionRange(next.caret, next.caret)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const suggestion = isShown ? suggestions[chosen] : undefined
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setOpen(true)
      const step = event.key === 'ArrowDown' ? 1 : -1
      setChosen((index) => (index + step + suggestions.length + 1) % (suggestions.length + 1))
    } else if ((event.key === 'Tab' || event.key === 'Enter') && suggestion !== undefined) {
      event.preventDefault()
      take(suggestion.term)
    } else if (event.key === 'Escape' && isShown) {
      // A dialog around it stays open.
      event.preventDefault()
      setOpen(false)
    }
  }
  return {
    input,
    isShown,
    close,
    onKeyDown,
    list: { id, suggestions, chosen, isHidden: !isShown, onTake: take },
    inputProps: {
      value: text,
      role: 'combobox',
      'aria-expanded': isShown,
      'aria-controls': `${id}-list`,
      'aria-activedescendant': chosen >= 0 && chosen < suggestions.length ? `${id}-${chosen}` : undefined,
      'aria-autocomplete': 'list',
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
        setText(target.value)
        setCaret(target.selectionStart ?? target.value.length)
        setOpen(true)
        setChosen(-1)
      },
      onSelect: ({ currentTarget }: SyntheticEvent<HTMLInputElement>) => setCaret(currentTarget.selectionStart ?? 0),
      onClick: () => setOpen(true),
      onBlur: () => setOpen(false),
    },
  } as const
}
