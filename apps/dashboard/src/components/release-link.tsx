import { oneLine } from '@bugle/presentation/format'
import { Link } from '@tanstack/react-router'

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
      className={`from-event inline-block max-w-full py-0.5 font-mono text-12 leading-5 hover:underline coarse:py-3 ${className}`}
      dir="auto"
    >
      {oneLine(version)}
    </Link>
  )
}
