import { Refusal } from '../../../refusal.ts'
import { toFeedback } from '../../health/index.ts'
import { asKey, type DsnResult, IngestRefusal, keyOfDsn, readBody } from '../admission/index.ts'
import { isWithinLimit, type Limited } from '../items/index.ts'
import { ItemsLimited } from './items-limited.ts'
import type { SentryRequest } from './sentry-request.ts'

const bodyLimits = { wire: 64 * 1024, decoded: 64 * 1024 }

/** Admits the sender of the crash-report dialog by the DSN in its query. @returns the id of the event it is about */
export async function admitDialog(incoming: SentryRequest): Promise<string | undefined> {
  const { query } = incoming
  const key = keyOfDsn(query.get('dsn')) ?? asKey(query.get('sentry_key'))
  await incoming.admit(key === undefined ? [] : [key], bodyLimits.wire)
  return query.get('eventId') ?? undefined
}

/** Takes what a person wrote into the crash-report dialog. */
export function receiveDialog(incoming: SentryRequest): Promise<DsnResult> {
  return incoming.run(async () => {
    const eventId = await admitDialog(incoming)
    const { request, grow, deps, token } = incoming
    const body = await readBody(request, grow, bodyLimits)
    const form = new URLSearchParams(body.toString('utf8'))
    // People do not see this field; programs that fill in everything do.
    if (form.get('website')) return done
    const projectId = token!.projectId
    if (!deps.dialogLimiter.take(projectId, incoming.address))
      throw new Refusal('rate_limited', { retryAfterSeconds: 3600 })
    const feedback = toFeedback(
      {
        message: form.get('comments'),
        name: form.get('name'),
        contact_email: form.get('email'),
        associated_event_id: eventId,
      },
      { projectId, at: deps.now().getTime(), clientId: undefined },
    )
    if (feedback === undefined) throw new Refusal('invalid_payload', { errors: { comments: ['must not be empty'] } })
    const limited: Limited = new Map()
    if (!isWithinLimit(incoming, feedback, limited)) throw new IngestRefusal(new ItemsLimited(limited), undefined)
    await deps.health.add([feedback])
    return done
  })
}

const done: DsnResult = { clientId: undefined, rate: undefined, stop: undefined }

/** Texts of the dialog that SDKs may replace, by the parameter of the query. */
const texts = {
  title: 'It looks like we’re having issues.',
  subtitle: 'Our team has been notified.',
  subtitle2: 'If you’d like to help, please describe what happened below.',
  labelName: 'Name',
  labelEmail: 'E-mail',
  labelComments: 'What happened?',
  labelClose: 'Close',
  labelSubmit: 'Submit',
  errorGeneric: 'The report could not be sent. Please try again.',
  successMessage: 'Your report has been sent. Thank you!',
}

/** Returns the script that shows the dialog. It asks for nothing but its own address, and writes text as text. */
export function dialogScript(query: URLSearchParams): string {
  const given = Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, (query.get(name) ?? text).slice(0, 300)]),
  )
  const values = { ...given, name: query.get('name') ?? '', email: query.get('email') ?? '' }
  // In a script of its own no text can end it, but these two separators end a line of older JavaScript.
  const json = JSON.stringify(values).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
  return `(${showDialog})(${json})\n`
}

/** Runs in the page of the crashed program: no dependency, no style sheet, no other request. */
const showDialog = `function (v) {
  var address = document.currentScript.src
  if (document.getElementById('bugle-dialog')) return
  var make = function (tag, style, text) {
    var element = document.createElement(tag)
    element.style.cssText = style
    if (text) element.textContent = text
    return element
  }
  var font = 'font:15px/1.5 system-ui,sans-serif;color:#222;'
  var shade = make('div', 'position:fixed;inset:0;z-index:2147483647;background:rgba(0,0,0,.5);display:flex;align-items:center;justify-content:center;padding:16px')
  shade.id = 'bugle-dialog'
  var form = make('form', font + 'background:#fff;border-radius:12px;padding:24px;width:480px;max-width:100%;max-height:100%;overflow:auto;box-sizing:border-box')
  form.setAttribute('role', 'dialog')
  form.setAttribute('aria-modal', 'true')
  form.setAttribute('aria-label', v.title)
  form.appendChild(make('h2', font + 'font-size:20px;margin:0 0 4px;font-weight:600', v.title))
  form.appendChild(make('p', font + 'margin:0 0 16px', v.subtitle + ' ' + v.subtitle2))
  var field = function (tag, name, label, value) {
    var holder = make('label', font + 'display:block;margin:0 0 12px', label)
    var input = make(tag, font + 'display:block;width:100%;box-sizing:border-box;margin-top:4px;padding:8px;border:1px solid #888;border-radius:6px;background:#fff')
    input.name = name
    input.value = value || ''
    if (tag === 'textarea') { input.rows = 4; input.required = true }
    holder.appendChild(input)
    form.appendChild(holder)
    return input
  }
  var first = field('input', 'name', v.labelName, v.name)
  field('input', 'email', v.labelEmail, v.email).type = 'email'
  field('textarea', 'comments', v.labelComments)
  var trap = make('input', 'display:none')
  trap.name = 'website'
  trap.tabIndex = -1
  trap.autocomplete = 'off'
  form.appendChild(trap)
  var said = make('p', font + 'margin:0 0 12px;min-height:1.5em')
  said.setAttribute('role', 'status')
  form.appendChild(said)
  var button = font + 'padding:8px 16px;border-radius:6px;border:1px solid #888;cursor:pointer;margin-right:8px;'
  var submit = make('button', button + 'background:#222;color:#fff;border-color:#222', v.labelSubmit)
  var close = make('button', button + 'background:#fff', v.labelClose)
  close.type = 'button'
  form.appendChild(submit)
  form.appendChild(close)
  var before = document.activeElement
  var end = function () {
    shade.remove()
    document.removeEventListener('keydown', onKey)
    if (before && before.focus) before.focus()
    window.postMessage('__sentry_reportdialog_closed__', '*')
  }
  var onKey = function (event) { if (event.key === 'Escape') end() }
  document.addEventListener('keydown', onKey)
  close.onclick = end
  form.onsubmit = function (event) {
    event.preventDefault()
    submit.disabled = true
    fetch(address, { method: 'POST', body: new URLSearchParams(new FormData(form)) })
      .then(function (response) {
        if (!response.ok) throw new Error(String(response.status))
        said.textContent = v.successMessage
        submit.remove()
        setTimeout(end, 2000)
      })
      .catch(function () {
        said.textContent = v.errorGeneric
        submit.disabled = false
      })
  }
  shade.appendChild(form)
  document.body.appendChild(shade)
  first.focus()
}`
