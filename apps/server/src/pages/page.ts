/** A page of one card. Style and script are files of ours: the policy of pages lets nothing else in. */
export function page({ title, body }: { title: string; body: string }): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Bugle</title>
<link rel="stylesheet" href="/pages/style.css">
<script type="module" src="/pages/form.js"></script>
</head>
<body>
<main>
<p class="brand">Bugle</p>
<h1>${title}</h1>
${body.trim()}
<p id="outcome" role="status" hidden></p>
<noscript><p class="failed">This page needs JavaScript, to keep the secret of your link out of every log.</p></noscript>
</main>
</body>
</html>
`
}

export const style = `:root {
  color-scheme: light dark;
  --page: light-dark(oklch(.982 .004 85), oklch(.172 .006 70));
  --surface: light-dark(oklch(1 0 0), oklch(.205 .007 70));
  --border: light-dark(oklch(.9 .008 85), oklch(.3 .009 72));
  --border-strong: light-dark(oklch(.6 .014 80), oklch(.565 .014 75));
  --text: light-dark(oklch(.23 .014 70), oklch(.94 .008 85));
  --text-soft: light-dark(oklch(.41 .014 72), oklch(.79 .012 82));
  --accent: light-dark(oklch(.79 .135 84), oklch(.8 .13 84));
  --accent-hover: light-dark(oklch(.75 .135 82), oklch(.84 .13 86));
  --on-accent: light-dark(oklch(.24 .03 75), oklch(.22 .03 75));
  --ring: light-dark(oklch(.57 .118 76), oklch(.8 .13 84));
  --ok: light-dark(oklch(.46 .085 168), oklch(.82 .1 165));
  --failed: light-dark(oklch(.5 .19 26), oklch(.76 .135 28));
}
* { box-sizing: border-box }
body {
  margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px 16px;
  background: var(--page); color: var(--text);
  font: 15px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif;
}
main {
  width: 100%; max-width: 400px; padding: 28px; background: var(--surface);
  border: 1px solid var(--border); border-radius: 8px;
}
h1 { margin: 0 0 8px; font-size: 20px; line-height: 1.4; font-weight: 600 }
p { margin: 0 0 20px; color: var(--text-soft) }
.brand { margin: 0 0 16px; font-weight: 600; color: var(--text) }
label { display: flex; justify-content: space-between; margin-bottom: 6px; font-weight: 500 }
label span { font-weight: 400; font-size: 13px; color: var(--text-soft) }
input, button { width: 100%; min-height: 40px; padding: 8px 12px; font: inherit; border-radius: 6px }
.check { justify-content: start; align-items: center; gap: 8px; margin-bottom: 16px; font-weight: 400 }
.check input { width: 18px; min-height: 18px; margin: 0; accent-color: var(--accent) }
input { margin-bottom: 16px; color: inherit; background: var(--page); border: 1px solid var(--border-strong) }
button { border: 0; background: var(--accent); color: var(--on-accent); font-weight: 600; cursor: pointer }
button:hover { background: var(--accent-hover) }
button:disabled { opacity: .6; cursor: default }
:focus-visible { outline: 2px solid var(--ring); outline-offset: 2px }
#outcome { margin: 16px 0 0 }
#outcome.done { color: var(--ok) }
#outcome.failed, .failed { color: var(--failed) }
`

/** Sends the form of the page as JSON, with the token of the address when the form wants one, and shows the answer. */
export const script = `const form = document.querySelector('form')
const outcome = document.querySelector('#outcome')
// Mail programs know one page with its token in the query: what that token opens is not worth hiding from a log.
const query = form.dataset.token === 'query' ? location.search.slice(1) : ''
const token = new URLSearchParams(location.hash.slice(1) || query).get('token')
// The link must not stay in the history, where whoever sits here next finds it.
if (location.hash + location.search !== '') history.replaceState(null, '', location.pathname)

function show(text, kind) {
  outcome.textContent = text
  outcome.className = kind
  outcome.hidden = false
}

async function send() {
  const body = Object.fromEntries(new FormData(form))
  for (const box of form.querySelectorAll('[type=checkbox]')) body[box.name] = box.checked
  if ('token' in form.dataset) body.token = token
  const response = await fetch(form.dataset.post, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    credentials: 'omit',
  })
  if (response.ok) {
    form.hidden = true
    return show(form.dataset.done, 'done')
  }
  const { message, errors } = await response.json()
  show(errors === undefined ? message : Object.entries(errors).map(([name, texts]) => name + ' ' + texts.join(', ')).join('; '), 'failed')
}

form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const button = form.querySelector('button')
  button.disabled = true
  try {
    await send()
  } catch {
    show('The server did not answer. Try again.', 'failed')
  } finally {
    button.disabled = false
  }
})
if ('token' in form.dataset && token === null) {
  form.hidden = true
  show('This address lacks the secret of the link. Open it again from the mail.', 'failed')
}
`
