import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react(), tailwindcss()],
  build: {
    // light-dark() stays as it is written: every browser of 2024 knows it.
    target: ['chrome123', 'firefox120', 'safari17.5'],
    // A data: URL is no file of ours, and the policy lets in nothing else.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
})
