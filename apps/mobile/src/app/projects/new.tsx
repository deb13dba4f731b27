import { appIdOf } from '@bugle/presentation/app-id'
import { fieldError } from '@bugle/presentation/form-errors'
import { oneLine } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { type PlatformChoice, platformChoices } from '@bugle/presentation/platforms'
import { mayDo } from '@bugle/protocol/vocabulary'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'expo-router'
import { useState } from 'react'
import { Pressable, View } from 'react-native'
import { Button } from '../../components/button'
import { Chips } from '../../components/chips'
import { Field } from '../../components/field'
import { FormProblem } from '../../components/form-problem'
import * as icons from '../../components/icons'
import { Screen } from '../../components/screen'
import { iconSize, isTextLarge, Txt } from '../../components/txt'
import { useCreateProject } from '../../features/projects/queries'
import { meQuery } from '../../lib/account'
import { formError } from '../../lib/errors'
import { useColors } from '../../theme'

/** Apps of phones first. */
const choices = platformChoices.toSorted(
  (one, other) => Number(one.bundleId === undefined) - Number(other.bundleId === undefined),
)

export default function NewProject() {
  const router = useRouter()
  const create = useCreateProject()
  const [platform, setPlatform] = useState(choices[0]!)
  const [name, setName] = useState('')
  /** Derived from the name until somebody edits it. */
  const [appId, setAppId] = useState<string>()
  const organizations = useQuery(meQuery).data?.organizations.filter(({ role }) => mayDo(role, 'project:write')) ?? []
  const [organizationId, setOrganizationId] = useState<string>()
  const organization = organizationId ?? organizations[0]?.id
  const sentId = (appId ?? appIdOf(name, platform)).trim()
  const submit = () =>
    create.mutate(
      {
        name: name.trim(),
        app_id: sentId,
        platform: platform.value ?? null,
        ...(organization === undefined ? {} : { organization_id: organization }),
      },
      {
        onSuccess: ({ project }) =>
          router.replace({ pathname: '/projects/[id]/set-up', params: { id: project.id, language: platform.snippet } }),
      },
    )
  return (
    <Screen title={t('New project')} back="/projects">
      <View style={{ gap: 20 }}>
        <FormProblem text={formError(create.error)} />
        <Field
          label={t('Name')}
          value={name}
          onChangeText={setName}
          placeholder="Shop"
          maxLength={200}
          autoFocus
          error={fieldError(create.error, 'name')}
        />
        {organizations.length > 1 && (
          <View style={{ gap: 4 }}>
            <Txt kind="label">{t('Organization')}</Txt>
            <Chips
              isInForm
              label={t('Organization')}
              choices={organizations.map((one) => ({ value: one.id, label: oneLine(one.name) }))}
              value={organization!}
              onChange={setOrganizationId}
            />
          </View>
        )}
        <View style={{ gap: 8 }}>
          <Txt kind="label">{t('Platform')}</Txt>
          <View role="radiogroup" aria-label={t('Platform')} style={{ flexDirection: 'row', flexWrap: 'wrap', gap: 8 }}>
            {choices.map((choice) => (
              <PlatformTile
                key={choice.label}
                choice={choice}
                isChosen={choice === platform}
                onPress={() => setPlatform(choice)}
              />
            ))}
          </View>
        </View>
        <Field
          label={t('App ID')}
          value={appId ?? appIdOf(name, platform)}
          onChangeText={setAppId}
          maxLength={200}
          isMono
          autoCapitalize="none"
          autoCorrect={false}
          error={fieldError(create.error, 'app_id')}
          hint={
            platform.bundleId === undefined
              ? t(
                  'Any name without spaces. Your program sends it with each event; events with a different one are refused.',
                )
              : t('The bundle identifier of your app, such as {{example}}. Events with a different one are refused.', {
                  example: platform.bundleId,
                })
          }
        />
        <Button
          kind="main"
          label={create.isPending ? t('Creating…') : t('Create project')}
          isBusy={create.isPending}
          isDisabled={name.trim() === '' || sentId === ''}
          onPress={submit}
        />
      </View>
    </Screen>
  )
}

interface TileProps {
  choice: PlatformChoice
  isChosen: boolean
  onPress: () => void
}

function PlatformTile({ choice: { label, icon }, isChosen, onPress }: TileProps) {
  const colors = useColors()
  // biome-ignore lint/performance/noDynamicNamespaceImportAccess: that file exports only what is used
  const Icon = icons[icon]
  return (
    <Pressable
      role="radio"
      aria-checked={isChosen}
      aria-label={label}
      onPress={onPress}
      style={{
        flexBasis: isTextLarge() ? '45%' : '30%',
        flexGrow: 1,
        minHeight: 68,
        paddingVertical: 10,
        borderRadius: 10,
        borderWidth: isChosen ? 2 : 1,
        margin: isChosen ? 0 : 1,
        borderColor: isChosen ? colors.ring : colors.border,
        backgroundColor: isChosen ? colors.accentWash : colors.surface,
        alignItems: 'center',
        justifyContent: 'center',
        gap: 6,
      }}
    >
      <Icon size={iconSize(22)} color={isChosen ? colors.text : colors.text2} />
      <Txt kind="small" color={isChosen ? 'text' : 'text2'} style={{ textAlign: 'center' }}>
        {label}
      </Txt>
    </Pressable>
  )
}
