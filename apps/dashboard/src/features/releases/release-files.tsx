import { t } from '@bugle/presentation/i18n'
import { Link } from '@tanstack/react-router'
import { Section } from '../../components/section.tsx'
import { fileSize } from '../../lib/file-size.ts'
import type { ReleaseDetails } from './queries.ts'

type Kind = ReleaseDetails['artifacts_by_kind'][number]['kind']

/** The uploaded files of a release, by kind, with a link to them. */
export function ReleaseFiles({ projectId, release }: { projectId: string; release: ReleaseDetails }) {
  const { artifacts_by_kind: kinds, version } = release
  return (
    <Section
      title={t('Uploaded files')}
      aside={
        <Link
          to="/projects/$projectId/settings/$section"
          params={{ projectId, section: 'source-maps' }}
          search={kinds.length === 0 ? {} : { q: version }}
          className="ml-auto inline-flex min-h-6 items-center text-12 text-accent-ink hover:underline coarse:min-h-11"
        >
          {kinds.length === 0 ? t('Upload source maps') : t('Show the files')}
        </Link>
      }
    >
      {kinds.length === 0 ? (
        <p className="text-text-3">{t('No file was uploaded for this release. Files with debug IDs need none.')}</p>
      ) : (
        <ul className="rounded-card border border-border bg-surface">
          {kinds.map(({ kind, count, bytes }) => (
            <li key={kind} className="flex gap-3 border-b border-border px-3 py-2 last:border-b-0">
              <span className="grow">{kindLabel(kind, count)}</span>
              <span className="text-text-3 tabular-nums">{fileSize(bytes)}</span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function kindLabel(kind: Kind, count: number): string {
  const labels: Record<Kind, string> = {
    source_map: t('{{count, number}} source maps', { count }),
    minified_file: t('{{count, number}} minified files', { count }),
    source: t('{{count, number}} sources', { count }),
    jvm_mapping: t('{{count, number}} mappings of R8', { count }),
    native_symbols: t('{{count, number}} symbol files', { count }),
    dart_names: t('{{count, number}} obfuscation maps', { count }),
  }
  return labels[kind]
}
