import { t } from '@bugle/presentation/i18n'
import { roleLabel } from '@bugle/presentation/role'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Loaded } from '../../components/loaded.tsx'
import { NameForm } from '../../components/name-form.tsx'
import { Panel } from '../../components/settings-layout.tsx'
import { type Organization, organizationsQuery, useCreateOrganization } from './queries.ts'

interface MyOrganizationsProps {
  /** Renders a link to the page of an organization. */
  link: (organization: Organization) => ReactNode
  onCreated: (organization: Organization) => void
}

/** The organizations of the account, and a form for another one. */
export function MyOrganizations({ link, onCreated }: MyOrganizationsProps) {
  const organizations = useQuery(organizationsQuery)
  return (
    <>
      <Panel title={t('Organizations')} hint={t('Projects belong to an organization, and its members share them.')}>
        <Loaded query={organizations} name={t('the organizations')} waiting={<div className="skeleton h-24" />}>
          {(all) => (
            <ul className="rounded-card border border-border">
              {all.map((organization) => (
                <li
                  key={organization.id}
                  className="flex flex-wrap items-center gap-3 border-b border-border px-3 py-2 last:border-b-0"
                >
                  <span className="grid min-w-0 grow">
                    {link(organization)}
                    {organization.lacks_totp && (
                      <span className="text-12 text-warning-ink">
                        {t('Turn on two-factor authentication to see its projects.')}
                      </span>
                    )}
                  </span>
                  <span className="text-text-2">{roleLabel(organization.role)}</span>
                </li>
              ))}
              {all.length === 0 && (
                <li className="px-3 py-2 text-text-2">{t('None. Your next project creates one.')}</li>
              )}
            </ul>
          )}
        </Loaded>
      </Panel>
      <NewOrganization onCreated={onCreated} />
    </>
  )
}

function NewOrganization({ onCreated }: Pick<MyOrganizationsProps, 'onCreated'>) {
  const create = useCreateOrganization()
  return (
    <Panel title={t('New organization')} hint={t('You will be its owner.')}>
      <NameForm action={t('Create organization')} autoComplete="organization" create={create} onCreated={onCreated} />
    </Panel>
  )
}
