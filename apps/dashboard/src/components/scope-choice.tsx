import { t } from '@bugle/presentation/i18n'
import type { ApiTokenScope } from '@bugle/protocol/vocabulary'

function scopeLabel(scope: ApiTokenScope): string {
  return {
    'project:read': t('read projects'),
    'project:write': t('create and change projects'),
    'issue:read': t('read issues and events'),
    'issue:write': t('change issues'),
    'issue:delete': t('delete issues'),
    'artifact:write': t('upload source maps'),
    'member:read': t('read members and teams'),
    'audit:read': t('read the audit trail'),
  }[scope]
}

interface ScopeChoiceProps<Scope extends ApiTokenScope> {
  all: readonly Scope[]
  chosen: Scope[]
  onChange: (chosen: Scope[]) => void
}

/** Chooses what a token may do. */
export function ScopeChoice<Scope extends ApiTokenScope>({ all, chosen, onChange }: ScopeChoiceProps<Scope>) {
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 font-medium">{t('Permissions')}</legend>
      {all.map((scope) => (
        <label key={scope} className="flex min-h-7 cursor-pointer items-center gap-2 coarse:min-h-11">
          <input
            type="checkbox"
            className="checkbox"
            checked={chosen.includes(scope)}
            onChange={() =>
              onChange(chosen.includes(scope) ? chosen.filter((one) => one !== scope) : [...chosen, scope])
            }
          />
          {scopeLabel(scope)} <code className="font-mono text-12 text-text-3">{scope}</code>
        </label>
      ))}
    </fieldset>
  )
}
