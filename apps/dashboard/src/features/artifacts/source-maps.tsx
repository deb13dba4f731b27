import { t } from '@bugle/presentation/i18n'
import { Link } from '@tanstack/react-router'
import { Restricted } from '../../components/restricted.tsx'
import { ArtifactList } from './artifact-list.tsx'
import { filterOf } from './queries.ts'
import { UploadPanel } from './upload-panel.tsx'

interface SourceMapsProps {
  projectId: string
  /** Whether the user may upload and delete. */
  mayChange: boolean
  search: string
  onSearch: (search: string) => void
}

/** The source maps of a project, and their upload. */
export function SourceMaps({ projectId, mayChange, search, onSearch }: SourceMapsProps) {
  return (
    <>
      <ArtifactList mayDelete={mayChange} projectId={projectId} search={search} onSearch={onSearch} />
      {mayChange ? (
        <UploadPanel key={search} projectId={projectId} release={filterOf(search).release ?? ''} />
      ) : (
        <Restricted />
      )}
      <Link
        to="/help/stack-still-minified"
        className="inline-flex min-h-6 items-center justify-self-start text-accent-ink hover:underline coarse:min-h-11"
      >
        {t('My stack is still minified')}
      </Link>
    </>
  )
}
