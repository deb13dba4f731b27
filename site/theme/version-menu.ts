import { useData } from 'vitepress'
import { defineComponent, h, onMounted, ref } from 'vue'
import type { SiteTheme } from '../src/config.ts'

/** Shows the version that the pages belong to; on the public site a menu of all versions. */
export const VersionMenu = defineComponent(() => {
  const { theme } = useData<SiteTheme>()
  const { version, versionsRoot } = theme.value
  const versions = ref<string[]>([])
  onMounted(async () => {
    if (versionsRoot === undefined) return
    // A site of one version, such as that of a checkout, has no list.
    const response = await fetch(`${versionsRoot}versions.json`).catch(() => undefined)
    if (response?.ok === true) versions.value = await response.json()
  })
  // The pages of a branch, whose version is not released, are at the root.
  const pathOf = (one: string) => (versions.value.includes(one) ? `${versionsRoot}${one}/` : `${versionsRoot}`)
  const open = (event: Event) => location.assign(pathOf((event.target as HTMLSelectElement).value))
  return () => {
    const options = versions.value.includes(version) ? versions.value : [version, ...versions.value]
    if (options.length < 2) return h('span', { class: 'version' }, version)
    return h(
      'select',
      { class: 'version', 'aria-label': 'Version', value: version, onChange: open },
      options.map((one) => h('option', { value: one }, one)),
    )
  }
})
