import { Link } from '@tanstack/react-router'
import { oneLine } from '../lib/format.ts'

interface ReleaseLinkProps {
  projectId: string
  version: string
  className?: string
}

/** A release as a link to its page. */
export function ReleaseLink({ projectId, version, className = '' }: ReleaseLinkProps) {
  return (
    <Link
      to="/projects/$projectId/releases/$version"
      params={{ projectId, version }}
      className={`from-event inline-flex min-h-6 items-center font-mono text-12 wrap-anywhere hover:underline coarse:min-h-11 ${className}`}
      dir="auto"
    >
      {oneLine(version)}
    </Link>
  )
}
