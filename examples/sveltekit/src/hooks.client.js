/** SvelteKit tells `handleError` what loading and drawing a page throws. Token and address come in the fragment. */
import { init } from '@bugle/browser'
import { handleErrorWithBugle } from '@bugle/browser/svelte'

const [token, endpoint] = location.hash.slice(1).split('@')
init({ token, endpoint, appId: 'com.example.desk' })

export const handleError = handleErrorWithBugle()
