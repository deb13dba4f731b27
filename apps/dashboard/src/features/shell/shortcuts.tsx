import { t } from '@bugle/presentation/i18n'
import { Dialog } from '../../components/dialog.tsx'
import { withBasePath } from '../../lib/base-path.ts'

/** All keyboard shortcuts, by where they apply. */
export function Shortcuts({ onClose }: { onClose: () => void }) {
  const groups: [title: string, keys: [keys: string, does: string][]][] = [
    [
      t('Everywhere'),
      [
        ['⌘K / Ctrl K', t('Search or jump to anything')],
        ['?', t('This list')],
        ['g i', t('Issues')],
        ['g o', t('Overview')],
        ['g r', t('Releases')],
        ['g s', t('Settings')],
        ['g p', t('Switch project')],
        ['z', t('Undo')],
      ],
    ],
    [
      t('List'),
      [
        ['j / k', t('Next / previous row')],
        ['n', t('Next new or regressed row')],
        ['Enter', t('Open the row')],
        ['t', t('Triage issues one by one')],
        ['x / ⇧ x', t('Select the row / all loaded rows')],
        ['⇧ j / ⇧ k', t('Extend the selection down / up')],
        ['e', t('Resolve / reopen')],
        ['i', t('Ignore')],
        ['a', t('Assign to me / unassign')],
        ['⇧ e / s', t('Resolve in a release / snooze')],
        ['m', t('Merge the selected issues')],
        ['/', t('Search')],
        ['.', t('Show new issues')],
        ['Esc', t('Clear selection')],
      ],
    ],
    [
      t('Issue'),
      [
        ['j / k', t('Next / previous issue of the list')],
        ['n', t('Next new or regressed issue')],
        ['u', t('Back to the list')],
        ['e', t('Resolve / reopen')],
        ['i', t('Ignore')],
        ['a', t('Assign to me / unassign')],
        ['⇧ e / s', t('Resolve in a release / snooze')],
        ['h / l', t('Older / newer event')],
        ['⇧ h / ⇧ l', t('Oldest / latest event')],
        ['d', t('Compare with the previous event')],
        ['v', t('Your frames / all / raw')],
        ['o', t('Original / minified code')],
        ['y / ⇧ y', t('Copy as Markdown / copy the link')],
        ['b / c', t('Go to breadcrumbs / write a comment')],
      ],
    ],
    [
      t('Triage'),
      [
        ['e / i / s / a', t('Decide and go to the next issue')],
        ['j / k', t('Skip / go back')],
      ],
    ],
    [
      t('Touch'),
      [
        [t('swipe right'), t('Resolve / reopen')],
        [t('swipe left'), t('Snooze for a day')],
        [t('long press'), t('Select the row')],
      ],
    ],
  ]
  return (
    <Dialog title={t('Keyboard shortcuts')} size="wide" onClose={onClose}>
      <div className="columns-2 gap-6 phone:columns-1">
        {groups.map(([title, keys]) => (
          <section key={title} className="mb-6 grid break-inside-avoid content-start gap-2">
            <h3 className="section-title">{title}</h3>
            <dl className="grid grid-cols-[6.5rem_minmax(0,1fr)] items-baseline gap-x-3 gap-y-1.5">
              {keys.map(([key, does]) => (
                <div key={key} className="contents">
                  <dt>
                    <kbd className="rounded-pill bg-pressed px-1.5 py-0.5 font-mono text-11 text-text-2">{key}</kbd>
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-12 text-text-3">
        <span className="grow">{t('Keyboard shortcuts can be turned off under Account, Appearance.')}</span>
        <a href={withBasePath('/docs/')} className="link">
          {t('Documentation')}
        </a>
      </p>
    </Dialog>
  )
}
