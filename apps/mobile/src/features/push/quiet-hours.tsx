import { t } from '@bugle/presentation/i18n'
import { useState } from 'react'
import { Row } from '../../components/group'
import { Choice, Sheet } from '../../components/sheet'
import type { Push } from './queries'

type Hours = NonNullable<Push['quiet_hours']>

const times = Array.from({ length: 48 }, (_, half) =>
  [Math.floor(half / 2), (half % 2) * 30].map((part) => String(part).padStart(2, '0')).join(':'),
)

/** Two rows with the beginning and the end, each chosen from a sheet. */
export function QuietHours({ hours, onChange }: { hours: Hours; onChange: (next: Hours) => void }) {
  const [edge, setEdge] = useState<'from' | 'to'>()
  const labels = { from: t('From'), to: t('Until') }
  return (
    <>
      <Row label={labels.from} value={hours.from} onPress={() => setEdge('from')} />
      <Row label={labels.to} value={hours.to} onPress={() => setEdge('to')} />
      <Sheet
        title={edge === undefined ? '' : labels[edge]}
        isOpen={edge !== undefined}
        onClose={() => setEdge(undefined)}
      >
        {times.map((time) => (
          <Choice
            key={time}
            label={time}
            isChecked={edge !== undefined && hours[edge] === time}
            onPress={() => {
              onChange({ ...hours, [edge!]: time })
              setEdge(undefined)
            }}
          />
        ))}
      </Sheet>
    </>
  )
}
