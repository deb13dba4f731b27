/** A Vue 3 page that reports to Bugle. */
import { init } from '@bugle/browser'
import { bugleVue } from '@bugle/browser/vue'
import { createApp, h } from 'vue'

const [token, endpoint] = location.hash.slice(1).split('@')
init({ token, endpoint, appId: 'com.example.shop' })

const Cart = {
  name: 'ShopCart',
  methods: {
    checkOut() {
      throw new RangeError('the cart is empty')
    },
  },
  render() {
    return h('button', { id: 'caught', onClick: this.checkOut }, 'Check out')
  },
}

createApp(Cart).use(bugleVue).mount('#app')
document.documentElement.dataset.ready = 'yes'
