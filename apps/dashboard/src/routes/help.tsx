import { t } from '@bugle/presentation/i18n'
import { reasonTitle } from '@bugle/presentation/reason-title'
import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import guide from '../../../../docs/stack-still-minified.md?raw'
import { Guide } from '../features/help/guide.tsx'
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
