import { t } from '@bugle/presentation/i18n'
import { Tabs } from 'expo-router'
import { BottomTabBar } from 'expo-router/js-tabs'
import { View } from 'react-native'
import { Boxes, Inbox, List, UserRound } from '../../components/icons'
import { TabScene } from '../../components/tab-scene'
import { iconSize } from '../../components/txt'
import { tabBarHeight } from '../../lib/bar-heights'
import { fontScale } from '../../lib/font-scale'
import { useIsSplit } from '../../lib/use-is-split'
import { useColors } from '../../theme'
import { sans } from '../../theme/fonts'

export default function TabsLayout() {
  const colors = useColors()
  const isWide = useIsSplit()
  return (
    <Tabs
      screenLayout={({ children }) => <TabScene>{children}</TabScene>}
      tabBar={(props) => (
        <View role="navigation" aria-label={t('Main')}>
          <BottomTabBar {...props} />
        </View>
      )}
      screenOptions={{
        headerShown: false,
        sceneStyle: { backgroundColor: colors.bg },
        tabBarActiveTintColor: colors.accentInk,
        tabBarInactiveTintColor: colors.text3,
        tabBarLabelStyle: { ...sans(500), fontSize: 11 * Math.min(fontScale, 1.6) },
        tabBarStyle: {
          backgroundColor: colors.surface,
          borderTopColor: colors.border,
          minHeight: tabBarHeight,
          elevation: 0,
        },
        tabBarLabelPosition: isWide ? 'beside-icon' : 'below-icon',
        title: 'Bugle',
      }}
    >
      <Tabs.Screen
        name="index"
        options={{ tabBarLabel: t('Inbox'), tabBarIcon: ({ color }) => <Inbox size={iconSize(22)} color={color} /> }}
      />
      <Tabs.Screen
        name="issues"
        options={{ tabBarLabel: t('Issues'), tabBarIcon: ({ color }) => <List size={iconSize(22)} color={color} /> }}
      />
      <Tabs.Screen
        name="projects"
        options={{ tabBarLabel: t('Projects'), tabBarIcon: ({ color }) => <Boxes size={iconSize(22)} color={color} /> }}
      />
      <Tabs.Screen
        name="you"
        options={{ tabBarLabel: t('You'), tabBarIcon: ({ color }) => <UserRound size={iconSize(22)} color={color} /> }}
      />
    </Tabs>
  )
}
