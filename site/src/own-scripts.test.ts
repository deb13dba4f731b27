import { expect, it } from 'vitest'
import { ownScripts } from './own-scripts.ts'

const page = (root: string) =>
  `<html><head><title>A</title><script id="check-dark-mode">dark()</script>` +
  `<script>window.__VP_SITE_ROOT__=new URL("${root}",location).href</script><script type="module" src="./app.js"></script></head>` +
  `<body><p style="color:red" class="a">x style="y"</p><pre>&lt;p style="z"></pre></body></html>`

it('moves scripts and removes styles, and changes nothing else', () => {
  const { html, code } = ownScripts(page('./'), 'assets/early.js')
  expect(html).toBe(
    `<html><head><title>A</title>\n    <script src="assets/early.js"></script><script type="module" src="./app.js"></script></head>` +
      `<body><p class="a">x style="y"</p><pre>&lt;p style="z"></pre></body></html>`,
  )
  expect(code).toBe('dark();\nwindow.__VP_SITE_ROOT__=new URL("../",document.currentScript.src).href')
})

it('finds the same code on pages of every depth', () => {
  expect(ownScripts(page('../../'), '').code).toBe(ownScripts(page('./'), '').code)
})
