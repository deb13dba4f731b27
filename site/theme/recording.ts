import { useData, withBase } from 'vitepress'
import { defineComponent, h, onMounted, ref } from 'vue'
import type { SiteTheme } from '../src/config.ts'

/**
 * A recording of the product, or the picture given as its content where the build has none. It plays by itself, without sound, unless
 * the reader prefers reduced motion.
 */
export const Recording = defineComponent(
  ({ name, label }: { name: string; label: string }, { slots }) => {
    const { theme } = useData<SiteTheme>()
    const isRecorded = theme.value.media.includes(`${name}.mp4`)
    const video = ref<HTMLVideoElement>()
    onMounted(() => {
      if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
      // Browsers may refuse; the controls are there.
      void video.value?.play().catch(() => undefined)
    })
    const attributes = { muted: true, loop: true, playsinline: true, controls: true, preload: 'metadata' }
    const file = (ending: string) => withBase(`/media/${name}.${ending}`)
    return () =>
      h('figure', { class: 'recording' }, [
        isRecorded
          ? h('video', { ref: video, ...attributes, poster: file('jpg'), src: file('mp4'), 'aria-label': label })
          : slots.default?.(),
        // The picture describes itself.
        isRecorded ? h('figcaption', label) : undefined,
      ])
  },
  { props: ['name', 'label'] },
)
