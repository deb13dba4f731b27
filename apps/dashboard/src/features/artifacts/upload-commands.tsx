import { t } from '@bugle/presentation/i18n'
import { Link } from '@tanstack/react-router'
import { CodeBlock } from '../../components/code-block.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { basePath } from '../../lib/base-path.ts'
import { bundlerInstall, viteConfig } from '../../lib/bundler-plugin.ts'

/** How source maps get here: the commands with the address of this server and the project filled in. */
export function UploadCommands({ projectId }: { projectId: string }) {
  const origin = window.location.origin + basePath
  const text = commands(origin, projectId)
  return (
    <div className="grid gap-3">
      <p className="text-text-2">
        {t('No source map yet. With them, stacks of minified code show your own files, functions and lines.')}
      </p>
      <p className="font-medium">{t('With the plugin of your bundler')}</p>
      <Code text={bundlerInstall(origin)} label={t('Installation')} copyLabel={t('Copy command')} />
      <Code text={viteConfig(origin, projectId)} label="vite.config.js" copyLabel={t('Copy code')} />
      <p className="text-12 text-text-3">
        {t('webpack, Rspack, Rollup, Rolldown and esbuild have the same plugin under their own name.')}
      </p>
      <p className="font-medium">{t('With the command line')}</p>
      <Code text={text} label={t('Commands')} copyLabel={t('Copy commands')} />
      <p className="text-text-2">
        {t('In CI, set {{variable}} to an API token that may upload source maps. {{file}} names server and project.', {
          variable: 'BUGLE_TOKEN',
          file: 'bugle.json',
        })}
      </p>
      <Link
        to="/account/$section"
        params={{ section: 'api-tokens' }}
        className="inline-flex min-h-6 items-center justify-self-start text-accent-ink hover:underline coarse:min-h-11"
      >
        {t('API tokens')}
      </Link>
    </div>
  )
}

function Code({ text, label, copyLabel }: { text: string; label: string; copyLabel: string }) {
  return (
    <div className="relative overflow-hidden rounded-card border border-border">
      <CodeBlock label={label} isOverlaid>
        {text}
      </CodeBlock>
      <span className="absolute top-1 right-1">
        <CopyButton text={text} label={copyLabel} />
      </span>
    </div>
  )
}

/**
 * Lists the commands from an installation to a first upload.
 *
 * @example commands('https://bugle.example.com', 'prj_2k')
 */
export function commands(origin: string, projectId: string): string {
  return `npm i --save-dev ${origin}/sdk/npm/bugle-cli.tgz
npx bugle login --url ${origin}
npx bugle projects use ${projectId}
npx bugle sourcemaps inject dist
npx bugle sourcemaps upload dist`
}
