import { t } from '@bugle/presentation/i18n'
import { snippetOf, snippets } from '@bugle/presentation/snippet'
import { snippetLabel, toSnippetName } from '@bugle/presentation/snippet-name'
import { useQuery } from '@tanstack/react-query'
import { useLocalSearchParams } from 'expo-router'
import { type ReactNode, useState } from 'react'
import { View } from 'react-native'
import { Button } from '../../../components/button'
import { Code } from '../../../components/code'
import { copy } from '../../../components/copy'
import { ChevronDown, Copy } from '../../../components/icons'
import { Screen } from '../../../components/screen'
import { Choice, Sheet } from '../../../components/sheet'
import { LoadFailed, Skeleton } from '../../../components/states'
import { Txt } from '../../../components/txt'
import { FirstEvent } from '../../../features/projects/first-event'
import { loaderQuery, type Project, projectQuery } from '../../../features/projects/queries'
import { TokenCard, useNewToken } from '../../../features/projects/token-card'
import { useSession } from '../../../lib/session'
import { useColors } from '../../../theme'

export default function SetUp() {
  const { id, language } = useLocalSearchParams<{ id: string; language?: string }>()
  const project = useQuery(projectQuery(id))
  return (
    <Screen title={project.data?.name ?? t('Send events')} back="/projects">
      {project.isPending ? (
        <Skeleton rows={4} />
      ) : project.data === undefined ? (
        <LoadFailed error={project.error} onRetry={() => void project.refetch()} />
      ) : (
        <View style={{ gap: 16 }}>
          <Step number={1} title={t('Ingest token')}>
            <TokenCard project={project.data} />
          </Step>
          <Step number={2} title={t('Send an event')}>
            <SendEvent project={project.data} language={language} />
          </Step>
          <Step number={3} title={t('First event')}>
            <FirstEvent project={project.data} />
          </Step>
        </View>
      )}
    </Screen>
  )
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  const colors = useColors()
  return (
    <View
      style={{
        gap: 12,
        padding: 16,
        borderRadius: 12,
        borderWidth: 1,
        borderColor: colors.border,
        backgroundColor: colors.surface,
      }}
    >
      <View style={{ flexDirection: 'row', alignItems: 'center', gap: 10 }}>
        <View
          aria-hidden
          style={{
            minWidth: 26,
            minHeight: 26,
            paddingHorizontal: 8,
            borderRadius: 20,
            alignItems: 'center',
            justifyContent: 'center',
            backgroundColor: colors.pressed,
          }}
        >
          <Txt kind="label">{number}</Txt>
        </View>
        <Txt kind="section" role="heading" aria-level={2} style={{ flexShrink: 1 }}>
          {title}
        </Txt>
      </View>
      {children}
    </View>
  )
}

/** Stands in for the token while it is unknown. */
const missing = 'YOUR_TOKEN'

function SendEvent({ project, language }: { project: Project; language: string | undefined }) {
  const { server } = useSession()
  const token = useNewToken(project.id)
  const [name, setName] = useState(() => toSnippetName(language) ?? snippetOf(project.platform))
  const [isChoosing, setIsChoosing] = useState(false)
  const { install, text: write } = snippets.find((one) => one.name === name)!
  const { data: loader } = useQuery(loaderQuery)
  const text = write(server, project, token ?? missing, loader)
  return (
    <View style={{ gap: 12 }}>
      <Button
        icon={ChevronDown}
        label={snippetLabel(name)}
        style={{ alignSelf: 'flex-start' }}
        onPress={() => setIsChoosing(true)}
      />
      {install !== undefined && <Code label={t('Installation')}>{install(server)}</Code>}
      <Code label={t('Command')}>{text}</Code>
      <Button icon={Copy} label={t('Copy code')} onPress={() => void copy(text)} />
      <Sheet title={t('Language')} isOpen={isChoosing} onClose={() => setIsChoosing(false)}>
        {snippets.map((one) => (
          <Choice
            key={one.name}
            label={snippetLabel(one.name)}
            isChecked={one.name === name}
            onPress={() => {
              setName(one.name)
              setIsChoosing(false)
            }}
          />
        ))}
      </Sheet>
    </View>
  )
}
