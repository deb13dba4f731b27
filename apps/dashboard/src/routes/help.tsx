import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import guide from '../../../../docs/stack-still-minified.md?raw'
import { reasonTitle } from '../features/events/reason-title.ts'
import { Guide } from '../features/help/guide.tsx'
import { t } from '../lib/i18n.ts'
import { useTitle } from '../lib/use-title.ts'

/** Explains why a stack is still minified; the hash names a reason code. */
export function StackHelpScreen() {
  useTitle(t('My stack is still minified'))
  const { hash } = useLocation()
  useEffect(() => {
    const heading = hash === '' ? null : document.getElementById(hash)
    heading?.scrollIntoView()
    heading?.focus({ preventScroll: true })
  }, [hash])
  return (
    <div className="mx-auto max-w-[48rem] p-6 phone:p-4 phone:pb-24">
      <Guide markdown={guide} nameOf={reasonTitle} />
    </div>
  )
}
