/** SvelteKit passes errors of loading and rendering to `handleError`. Token and URL come in the fragment. */
import { init } from '@bugle/browser'
import { handleErrorWithBugle } from '@bugle/browser/svelte'

const [token, endpoint] = location.hash.slice(1).split('@')
init({ token, endpoint, appId: 'com.example.desk' })

export const handleError = handleErrorWithBugle()
