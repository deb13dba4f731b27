import { t } from '@bugle/presentation/i18n'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { ConfirmRequest } from '../../components/confirm.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { AlertSection, EmptyList, listClass } from './alert-section.tsx'
import { useHome } from './home.ts'
import { type AlertRule, alertRulesQuery, channelsQuery, useAlertChanges } from './queries.ts'
import { RuleDialog } from './rule-dialog.tsx'
import { RuleRow } from './rule-row.tsx'

/** The request of a button: the form of a new rule, or one about a known rule. */
type Asked = { dialog: 'put'; rule: AlertRule | undefined } | { dialog: 'delete'; rule: AlertRule }

/** Decides when who is notified. */
export function Rules({ onAddChannel }: { onAddChannel: () => void }) {
  const { organizationId, projectId, mayChange } = useHome()
  const found = useQuery(alertRulesQuery(organizationId))
  const channels = useQuery(channelsQuery(organizationId)).data ?? []
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  const create = () => setAsked({ dialog: 'put', rule: undefined })
  return (
    <AlertSection
      title={t('Alert rules')}
      hint={t(
        'They decide which issues people and channels are notified of. Each member decides about own mails in the settings of a project.',
      )}
      action={
        mayChange && (
          <Button variant="main" onClick={create}>
            <Plus size={16} aria-hidden />
            {t('New rule')}
          </Button>
        )
      }
    >
      <Loaded query={found} name={t('the alert rules')} waiting={<div className="skeleton h-32" />}>
        {(all) => {
          const rules = all.filter(
            ({ project_ids: ids }) => projectId === undefined || (ids?.includes(projectId) ?? true),
          )
          if (rules.length === 0)
            return (
              <EmptyList
                text={t('No rule yet: nobody is notified. A rule takes a minute, and shows what it would have sent.')}
              >
                {mayChange && <Button onClick={create}>{t('Make the first rule')}</Button>}
              </EmptyList>
            )
          return (
            <ul aria-label={t('Alert rules')} className={listClass}>
              {rules.map((rule) => (
                <RuleRow
                  key={rule.id}
                  rule={rule}
                  channels={channels}
                  onEdit={() => setAsked({ dialog: 'put', rule })}
                  onDelete={() => setAsked({ dialog: 'delete', rule })}
                />
              ))}
            </ul>
          )
        }}
      </Loaded>
      {asked?.dialog === 'put' && (
        <RuleDialog
          rule={asked.rule}
          onClose={close}
          onAddChannel={() => {
            close()
            onAddChannel()
          }}
        />
      )}
      {asked?.dialog === 'delete' && <DeleteRule rule={asked.rule} onClose={close} />}
    </AlertSection>
  )
}

function DeleteRule({ rule: { id, name }, onClose }: { rule: AlertRule; onClose: () => void }) {
  const request = useMutation(useAlertChanges(useHome().organizationId).deleteRule)
  const title = t('Delete {{name}}', { name })
  return (
    <ConfirmRequest {...{ title, id, request, onClose }} action={title} done={t('Deleted {{name}}', { name })}>
      <p>{t('Nobody is notified of what it finds any more. Other rules stay.')}</p>
    </ConfirmRequest>
  )
}
