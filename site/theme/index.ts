import DefaultTheme from 'vitepress/theme-without-fonts'
import { type App, h } from 'vue'
import { Recording } from './recording.ts'
import { VersionMenu } from './version-menu.ts'
import './style.css'
import './landing.css'

/** VitePress's theme with the colors and fonts of the dashboard, the menu of versions, and what the landing page needs. */
export default {
  extends: DefaultTheme,
  Layout: () =>
    h(DefaultTheme.Layout, null, {
      'nav-bar-content-after': () => h(VersionMenu),
    }),
  enhanceApp: ({ app }: { app: App }) => {
    app.component('Recording', Recording)
  },
}
