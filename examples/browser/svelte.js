/** A Svelte 5 page that reports to Bugle. */
import { init } from '@bugle/browser'
import { mount } from 'svelte'
import Shop from './Shop.svelte'

const [token, endpoint] = location.hash.slice(1).split('@')
init({ token, endpoint, appId: 'com.example.shop' })
mount(Shop, { target: document.getElementById('app') })
document.documentElement.dataset.ready = 'yes'
