import { useState } from 'react'
import { onSession, ownerOfSession } from './session'

/** Comments that are being written, by issue: another issue on the screen, or a closed one, costs no words. */
const drafts = new Map<string, string>()
let owner = ownerOfSession()
onSession(() => {
  if (ownerOfSession() !== owner) drafts.clear()
  owner = ownerOfSession()
})

/** As useState, of the text about an issue. */
export function useDraft(issueId: string): [text: string, set: (next: string | ((now: string) => string)) => void] {
  const [text, setText] = useState(drafts.get(issueId) ?? '')
  const set = (next: string | ((now: string) => string)) =>
    setText((now) => {
      const changed = typeof next === 'function' ? next(now) : next
      drafts.set(issueId, changed)
      return changed
    })
  return [text, set]
}
