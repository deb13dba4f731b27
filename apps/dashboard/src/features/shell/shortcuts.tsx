import { Dialog } from '../../components/dialog.tsx'
import { t } from '../../lib/words.ts'

/** All keys, by where they do something. */
export function Shortcuts({ onClose }: { onClose: () => void }) {
  const groups: [title: string, keys: [keys: string, does: string][]][] = [
    [
      t('Everywhere'),
      [
        ['⌘K / Ctrl K', t('Go anywhere, do anything')],
        ['?', t('This list')],
        ['g i', t('Issues')],
        ['g o', t('Overview')],
        ['g s', t('Settings')],
        ['g p', t('Change the project')],
        ['z', t('Undo')],
      ],
    ],
    [
      t('List'),
      [
        ['j / k', t('Next or former row')],
        ['n', t('Next row that is new or back')],
        ['Enter', t('Open the row')],
        ['t', t('Triage: one issue after the other')],
        ['x / ⇧ x', t('Select the row, or all that are loaded')],
        ['⇧ j / ⇧ k', t('Select as far as the next or former row')],
        ['e', t('Resolve, or reopen')],
        ['i', t('Ignore')],
        ['a', t('Assign to me, or to nobody')],
        ['⇧ e / s', t('Resolve in a release, or snooze')],
        ['m', t('Merge what is selected')],
        ['/', t('Search')],
        ['.', t('Show what is new')],
        ['Esc', t('Clear the selection')],
      ],
    ],
    [
      t('Issue'),
      [
        ['j / k', t('Next or former issue of the list')],
        ['n', t('Next issue that is new or back')],
        ['u', t('Back to the list')],
        ['e', t('Resolve, or reopen')],
        ['i', t('Ignore')],
        ['a', t('Assign to me, or to nobody')],
        ['⇧ e / s', t('Resolve in a release, or snooze')],
        ['h / l', t('Older or newer event')],
        ['⇧ h / ⇧ l', t('Oldest or latest event')],
        ['d', t('Compare with the event before')],
        ['v', t('Yours, all or raw frames')],
        ['y / ⇧ y', t('Copy the case as Markdown, or the link')],
        ['b / c', t('To the breadcrumbs, or to write a comment')],
      ],
    ],
    [
      t('Triage'),
      [
        ['e / i / s / a', t('Decide, and on to the next')],
        ['j / k', t('Skip, or back to the one before')],
      ],
    ],
    [
      t('Finger, on a phone'),
      [
        [t('to the right'), t('Resolve, or reopen')],
        [t('to the left'), t('Snooze for a day')],
        [t('resting'), t('Select the row')],
      ],
    ],
  ]
  return (
    <Dialog title={t('Keys')} size="wide" onClose={onClose}>
      <div className="columns-2 gap-6 phone:columns-1">
        {groups.map(([title, keys]) => (
          <section key={title} className="mb-6 grid break-inside-avoid content-start gap-2">
            <h3 className="section-title">{title}</h3>
            <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1.5">
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
      <p className="text-12 text-text-3">{t('Single keys can be turned off under Account, Appearance.')}</p>
    </Dialog>
  )
}
