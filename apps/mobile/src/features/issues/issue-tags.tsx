import type { Schemas } from '@bugle/api-client'
import { formatShare, oneLine } from '@bugle/presentation/format'
import { View } from 'react-native'
import { lines, Txt } from '../../components/txt'
import { useColors } from '../../theme'

/** The commonest tags of an issue. */
export function IssueTags({ tags }: { tags: NonNullable<Schemas['IssueResponse']['tags']> }) {
  return tags.slice(0, 12).map((tag) => <TagRow key={tag.key} name={tag.key} total={tag.total} values={tag.values} />)
}

interface TagProps {
  name: string
  total: number
  values: { value: string; count: number }[]
}

/** The commonest values of a tag, with their share. */
function TagRow({ name, total, values }: TagProps) {
  const colors = useColors()
  return (
    <View style={{ padding: 16, paddingVertical: 10, gap: 6, borderBottomWidth: 1, borderColor: colors.border }}>
      <Txt kind="meta" color="text3">
        {name}
      </Txt>
      {values.slice(0, 3).map(({ value, count }) => (
        <View key={value} style={{ flexDirection: 'row', alignItems: 'center', gap: 10 }}>
          <Txt kind="mono" style={{ flex: 1, lineHeight: 18 }} numberOfLines={lines(1)}>
            {oneLine(value)}
          </Txt>
          <View style={{ width: 72, height: 6, borderRadius: 3, backgroundColor: colors.pressed }}>
            <View
              style={{
                width: `${total === 0 ? 0 : (count / total) * 100}%`,
                height: 6,
                borderRadius: 3,
                backgroundColor: colors.chartBar,
              }}
            />
          </View>
          <Txt kind="meta" color="text2" style={{ minWidth: 48, textAlign: 'right' }}>
            {formatShare(count, total)}
          </Txt>
        </View>
      ))}
    </View>
  )
}
