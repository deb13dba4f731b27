import { oneLine } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { reasonText } from '@bugle/presentation/reason-text'
import { useInfiniteQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, CircleMinus, Download, History, Search, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { ConfirmRequest } from '../../components/confirm.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { IconButton } from '../../components/icon-button.tsx'
import { LoadMore } from '../../components/load-more.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { Section } from '../../components/section.tsx'
import { TimeAgo } from '../../components/time-ago.tsx'
import { withBasePath } from '../../lib/base-path.ts'
import { fileSize } from '../../lib/file-size.ts'
import { onSubmit } from '../../lib/on-submit.ts'
import { type Artifact, artifactsQuery, useDeleteArtifact } from './queries.ts'
import { UploadCommands } from './upload-commands.tsx'

interface ArtifactListProps {
  mayDelete: boolean
  projectId: string
  /** A release or a debug ID; empty for all. */
  search: string
  onSearch: (search: string) => void
}

/** The uploaded files of a project, with a search and deletion. */
export function ArtifactList({ mayDelete, projectId, search, onSearch }: ArtifactListProps) {
  const list = useInfiniteQuery(artifactsQuery(projectId, search))
  const [asked, setAsked] = useState<Artifact>()
  const remove = useDeleteArtifact(projectId)
  return (
    <Section title={t('Uploaded files')}>
      <Loaded query={list} name={t('the source maps')} waiting={<div className="skeleton h-48" />}>
        {({ pages }) => {
          const artifacts = pages.flatMap((page) => page.artifacts)
          if (artifacts.length === 0 && search === '') return <UploadCommands projectId={projectId} />
          return (
            <>
              <SearchLine key={search} search={search} onSearch={onSearch} />
              {artifacts.length === 0 ? (
                <p className="py-4 text-text-3">{t('No file has this release or debug ID.')}</p>
              ) : (
                <ul className="rounded-card border border-border bg-surface">
                  {artifacts.map((artifact) => (
                    <ArtifactLine
                      key={artifact.id}
                      projectId={projectId}
                      artifact={artifact}
                      onRelease={onSearch}
                      onDelete={mayDelete ? () => setAsked(artifact) : undefined}
                    />
                  ))}
                </ul>
              )}
            </>
          )
        }}
      </Loaded>
      <LoadMore list={list} />
      {asked !== undefined && (
        <ConfirmRequest
          title={t('Delete {{name}}', { name: asked.name })}
          action={t('Delete {{name}}', { name: asked.name })}
          id={asked.id}
          request={remove}
          done={t('Deleted {{name}}', { name: asked.name })}
          onClose={() => setAsked(undefined)}
        >
          <p>{t('Frames that need it may be minified again. You can upload it once more.')}</p>
        </ConfirmRequest>
      )}
    </Section>
  )
}

function SearchLine({ search, onSearch }: Pick<ArtifactListProps, 'search' | 'onSearch'>) {
  const submit = onSubmit((fields) => {
    onSearch(String(fields.get('search')).trim())
  })
  return (
    <form onSubmit={submit} className="flex flex-wrap gap-2">
      <span className="relative max-w-md min-w-0 grow">
        <Search size={16} aria-hidden className="absolute top-1/2 left-3 -translate-y-1/2 text-text-3" />
        <input
          name="search"
          type="text"
          defaultValue={search}
          maxLength={200}
          aria-label={t('Release or debug ID')}
          placeholder={t('Release or debug ID')}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="none"
          enterKeyHint="search"
          className="input pl-9"
        />
      </span>
      {search !== '' && <Button onClick={() => onSearch('')}>{t('Show all')}</Button>}
    </form>
  )
}

interface ArtifactLineProps {
  projectId: string
  artifact: Artifact
  onRelease: (release: string) => void
  /** Missing for those who may not. */
  onDelete: (() => void) | undefined
}

function ArtifactLine({ projectId, artifact, onRelease, onDelete }: ArtifactLineProps) {
  const { kind, name, url, debug_id, release, dist, bytes, sources, uploaded_at, uploaded_by, last_used_at } = artifact
  return (
    <li className="flex items-start gap-2 border-b border-border py-2.5 pr-1.5 pl-3 last:border-b-0">
      <div className="grid min-w-0 grow gap-1">
        <span className="flex flex-wrap items-baseline gap-x-3">
          <span className="from-event font-mono text-12 font-semibold wrap-anywhere" dir="auto" title={oneLine(name)}>
            {oneLine(url)}
          </span>
          <State {...artifact} />
        </span>
        <Facts>
          {release !== null && (
            <button
              type="button"
              onClick={() => onRelease(release)}
              title={t('Show the files of this release')}
              className="from-event min-h-6 font-mono text-text-2 hover:text-text hover:underline coarse:min-h-11"
            >
              {oneLine(release)}
            </button>
          )}
          {dist !== null && <span className="from-event">{t('dist {{dist}}', { dist: oneLine(dist) })}</span>}
          {kind !== 'source_map' && <span>{kindLabel(kind)}</span>}
          <span>{fileSize(bytes)}</span>
          {sources !== null && <span>{sourcesLabel(artifact)}</span>}
          <span>
            {t('uploaded')} <TimeAgo at={uploaded_at} isPhrase />
            {uploaded_by !== null && ` ${t('by {{name}}', { name: oneLine(uploaded_by.name) })}`}
          </span>
          <span>
            {/* The API knows the hour of its last use, which may be before its upload. */}
            {last_used_at === null ? (
              t('never used')
            ) : (
              <>
                {t('used')} <TimeAgo at={[uploaded_at, last_used_at].toSorted().at(-1)!} isPhrase />
              </>
            )}
          </span>
        </Facts>
        {debug_id !== null && (
          <span className="flex min-w-0 items-center text-12 text-text-3">
            <span className="shrink-0">{t('Debug ID')}</span>
            <code className="ml-2 min-w-0 font-mono wrap-anywhere">{debug_id}</code>
            <CopyButton text={debug_id} label={t('Copy debug ID')} />
          </span>
        )}
        {artifact.reason !== null && (
          <p className="from-event text-12 text-text-2" dir="auto">
            {reasonText(artifact.reason)}
          </p>
        )}
      </div>
      {artifact.state !== 'evicted' && (
        <a
          href={withBasePath(`/api/projects/${projectId}/artifacts/${artifact.id}/original`)}
          download={name}
          aria-label={t('Download {{name}}', { name: oneLine(name) })}
          title={t('Download {{name}}', { name: oneLine(name) })}
          className="grid size-8 shrink-0 place-items-center rounded-control text-text-2 hover:bg-pressed hover:text-text coarse:size-11"
        >
          <Download size={16} aria-hidden />
        </a>
      )}
      {onDelete !== undefined && <IconButton icon={Trash2} label={t('Delete {{name}}', { name })} onClick={onDelete} />}
    </li>
  )
}

/** Facts in one line that wraps between them. */
function Facts({ children }: { children: ReactNode }) {
  return (
    <span className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 text-12 text-text-3 tabular-nums">{children}</span>
  )
}

function State({ state }: Artifact) {
  const Icon = { ready: CircleCheck, indexing: History, failed: CircleAlert, evicted: CircleMinus }[state]
  const color = {
    ready: 'text-ok-ink',
    indexing: 'text-info-ink',
    failed: 'text-error-ink',
    evicted: 'text-warning-ink',
  }[state]
  const label = {
    ready: t('Ready'),
    indexing: t('Being indexed'),
    failed: t('Not usable'),
    evicted: t('Removed to save space'),
  }[state]
  return (
    <span className={`inline-flex items-center gap-1 text-12 ${color}`}>
      <Icon size={12} aria-hidden />
      {label}
    </span>
  )
}

/** Names the kinds of files beside source maps. */
function kindLabel(kind: Exclude<Artifact['kind'], 'source_map'>): string {
  return {
    minified_file: t('Minified file'),
    source: t('Source'),
    jvm_mapping: t('Mapping of R8'),
    native_symbols: t('Symbol file'),
    dart_names: t('Obfuscation map'),
  }[kind]
}

function sourcesLabel({ sources, sources_with_text: withText }: Artifact): string {
  const all = t('{{count, number}} sources', { count: sources ?? 0 })
  const without = (sources ?? 0) - (withText ?? 0)
  return without === 0 ? all : `${all}, ${t('{{count, number}} without text', { count: without })}`
}
