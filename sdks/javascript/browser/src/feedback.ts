/** A form by which people say what happened. It lives in a shadow root and needs nothing of the page's styles or policies. */
import { captureFeedback, getClient, type Integration } from '@bugle/core'

const english = {
  open: 'Give feedback',
  title: 'What happened?',
  message: 'Message',
  name: 'Name (optional)',
  email: 'E-mail (optional)',
  screenshot: 'Add a screenshot',
  added: 'Remove the screenshot',
  send: 'Send',
  cancel: 'Cancel',
  thanks: 'Thank you. Your message is on its way.',
}
export type FeedbackTexts = typeof english

const german: FeedbackTexts = {
  open: 'Feedback geben',
  title: 'Was ist passiert?',
  message: 'Nachricht',
  name: 'Name (freiwillig)',
  email: 'E-Mail (freiwillig)',
  screenshot: 'Bildschirmfoto hinzufügen',
  added: 'Bildschirmfoto entfernen',
  send: 'Senden',
  cancel: 'Abbrechen',
  thanks: 'Danke. Ihre Nachricht ist unterwegs.',
}

/** Colors follow the system unless the page sets the variables. */
const css = `:host{--a:var(--bugle-accent,#2456c7);--b:var(--bugle-background,#fff);--t:var(--bugle-text,#1c1e21);--l:var(--bugle-border,#767b85);--o:var(--bugle-on-accent,#fff);--r:var(--bugle-radius,8px);font:var(--bugle-font,16px/1.5 system-ui,sans-serif);color:var(--t)}
@media(prefers-color-scheme:dark){:host{--a:var(--bugle-accent,#8ab4f8);--b:var(--bugle-background,#1c1e21);--t:var(--bugle-text,#f1f2f4);--o:var(--bugle-on-accent,#10131a)}}
*{box-sizing:border-box;font:inherit}
button{min-height:44px;padding:0 16px;border:1px solid var(--l);border-radius:var(--r);background:var(--b);color:var(--t);cursor:pointer}
.a{background:var(--a);color:var(--o);border-color:var(--a)}
.f{position:fixed;right:16px;bottom:16px;z-index:2147483000}
:focus-visible{outline:3px solid var(--a);outline-offset:2px}
dialog{width:min(440px,100vw - 32px);max-height:calc(100dvh - 32px);padding:20px;border:1px solid var(--l);border-radius:var(--r);background:var(--b);color:var(--t);overflow:auto}
dialog::backdrop{background:#0008}
h2{margin:0 0 12px;font-size:1.25em;font-weight:600}
label{display:block;margin-bottom:12px}
input,textarea{display:block;width:100%;min-height:44px;padding:8px 12px;border:1px solid var(--l);border-radius:var(--r);background:var(--b);color:var(--t)}
textarea{min-height:110px;resize:vertical}
[hidden]{display:none!important}
.r{display:flex;flex-wrap:wrap;gap:8px;justify-content:flex-end;margin-top:16px}`

export interface FeedbackOptions {
  /** `false` shows no button; call `openFeedback` instead. */
  button?: boolean | undefined
  /** `en` or `de`; by default that of the page, then of the browser. */
  language?: string | undefined
  /** Other words. */
  texts?: Partial<FeedbackTexts> | undefined
  /** `false` offers no screenshot. One is offered after an error, which it is stored with. */
  screenshot?: boolean | undefined
  /** Name and address of the person, as far as the program knows them. */
  name?: string | undefined
  email?: string | undefined
}

let show: (() => void) | undefined

/**
 * Adds a button to the page that opens a form. What people write is tied to the last error of the page.
 *
 * @example
 * import { feedback } from '@bugle/browser/feedback'
 * init({ …, integrations: [feedback()] })
 */
export function feedback(options: FeedbackOptions = {}): Integration {
  return {
    name: 'feedback',
    install(client) {
      let remove = () => {}
      const add = () => void client.guard(() => (remove = addTo(document.body, options)))
      if (document.body) add()
      else addEventListener('DOMContentLoaded', add, { once: true })
      return () => {
        removeEventListener('DOMContentLoaded', add)
        remove()
      }
    },
  }
}

/**
 * Opens the form of `feedback`, for a button of your own.
 *
 * @example button.onclick = () => openFeedback()
 */
export function openFeedback(): void {
  show?.()
}

function addTo(body: HTMLElement, options: FeedbackOptions): () => void {
  const language = options.language ?? (document.documentElement.lang || navigator.language)
  const isGerman = /^de\b/i.test(language)
  const texts = { ...(isGerman ? german : english), ...options.texts }
  const host = create('div')
  host.lang = isGerman ? 'de' : 'en'
  const root = host.attachShadow({ mode: 'open' })
  try {
    // A sheet of its own: a policy may forbid style elements and attributes.
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    root.adoptedStyleSheets = [sheet]
  } catch {
    // Safari before 16.4 makes none.
    root.append(create('style', { textContent: css }))
  }

  let screenshot: string | undefined
  const message = create('textarea', { required: true, maxLength: 4096 })
  const name = create('input', { autocomplete: 'name', maxLength: 200, value: options.name ?? '' })
  const email = create('input', { type: 'email', autocomplete: 'email', maxLength: 254, value: options.email ?? '' })
  const picture = create('button', { type: 'button', textContent: texts.screenshot })
  const title = create('h2', { id: 'title', textContent: texts.title })
  const cancel = create('button', { type: 'button', textContent: texts.cancel })
  const send = create('button', { className: 'a', textContent: texts.send })
  const status = create('p', { role: 'status' })
  const form = create('form', {}, [
    create('label', {}, [texts.message, message]),
    create('label', {}, [texts.name, name]),
    create('label', {}, [texts.email, email]),
    picture,
    create('div', { className: 'r' }, [cancel, send]),
  ])
  const dialog = create('dialog', {}, [title, form, status])
  dialog.setAttribute('aria-labelledby', 'title')

  const setPicture = (taken?: string) => {
    screenshot = taken
    picture.textContent = taken ? texts.added : texts.screenshot
  }
  show = () => {
    form.hidden = false
    title.textContent = texts.title
    status.textContent = ''
    picture.hidden = options.screenshot === false || !getClient()?.lastEventId
    dialog.showModal()
  }
  cancel.onclick = () => dialog.close()
  picture.onclick = async () => {
    if (screenshot) return setPicture()
    dialog.close()
    const taken = await takePicture(root).catch(() => undefined)
    dialog.showModal()
    setPicture(taken)
  }
  form.onsubmit = (event) => {
    event.preventDefault()
    captureFeedback({ message: message.value, name: name.value, email: email.value, url: location.href, screenshot })
    message.value = ''
    setPicture()
    form.hidden = true
    status.textContent = texts.thanks
    setTimeout(() => dialog.close(), 3000)
  }
  root.append(dialog)
  if (options.button !== false)
    root.append(create('button', { className: 'a f', type: 'button', textContent: texts.open, onclick: show }))
  body.append(host)
  return () => host.remove()
}

function create<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  fields: Partial<HTMLElementTagNameMap[K]> = {},
  children: (Node | string)[] = [],
): HTMLElementTagNameMap[K] {
  const element = Object.assign(document.createElement(tag), fields)
  element.append(...children)
  return element
}

/** Takes the picture that the person chooses: of a tab or a window, or on phones one of their files. */
async function takePicture(root: ShadowRoot): Promise<string | undefined> {
  const { mediaDevices } = navigator
  if (!mediaDevices?.getDisplayMedia) return pickFile(root)
  const stream = await mediaDevices.getDisplayMedia({
    video: true,
    preferCurrentTab: true,
  } as DisplayMediaStreamOptions)
  try {
    const video = create('video', { srcObject: stream, muted: true })
    await video.play()
    return toJpeg(video, video.videoWidth, video.videoHeight)
  } finally {
    for (const track of stream.getTracks()) track.stop()
  }
}

function pickFile(root: ShadowRoot): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const input = create('input', { type: 'file', accept: 'image/*', hidden: true })
    input.oncancel = () => resolve(undefined)
    input.onchange = async () => {
      try {
        const image = await createImageBitmap(input.files![0]!)
        resolve(toJpeg(image, image.width, image.height))
      } catch (failure) {
        reject(failure)
      }
      input.remove()
    }
    root.append(input)
    input.click()
  })
}

/** At most 1600 pixels wide or high, so that it fits into a request. */
function toJpeg(source: CanvasImageSource, width: number, height: number): string {
  const scale = Math.min(1, 1600 / Math.max(width, height))
  const canvas = create('canvas', { width: width * scale, height: height * scale })
  canvas.getContext('2d')!.drawImage(source, 0, 0, canvas.width, canvas.height)
  return canvas.toDataURL('image/jpeg', 0.7).slice(23)
}
