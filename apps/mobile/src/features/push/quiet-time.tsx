import { t } from '@bugle/presentation/i18n'
import { useState } from 'react'
import { Row } from '../../components/group'
import { Choice, Sheet } from '../../components/sheet'
import type { Push } from './queries'

type Hours = NonNullable<Push['quiet_hours']>

const times = Array.from({ length: 48 }, (_, half) =>
  [Math.floor(half / 2), (half % 2) * 30].map((part) => String(part).padStart(2, '0')).join(':'),
)

interface QuietTimeProps {
  edge: 'from' | 'to'
  hours: Hours
  onChange: (next: Hours) => void
}

/** The beginning or the end of quiet hours, chosen from a sheet. */
export function QuietTime({ edge, hours, onChange }: QuietTimeProps) {
  const [isOpen, setIsOpen] = useState(false)
  const label = edge === 'from' ? t('From') : t('Until')
  return (
    <>
      <Row label={label} value={hours[edge]} onPress={() => setIsOpen(true)} />
      <Sheet title={label} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        {times.map((time) => (
          <Choice
            key={time}
            label={time}
            isChecked={hours[edge] === time}
            onPress={() => {
              onChange({ ...hours, [edge]: time })
              setIsOpen(false)
            }}
          />
        ))}
      </Sheet>
    </>
  )
}
