import { type ChannelKind, type ChannelLook, channelKinds } from '@bugle/presentation/channel-kinds'
import { testMessage } from '@bugle/protocol/vocabulary'
import type { ReactNode } from 'react'
import { Horn } from '../../components/brand.tsx'

const { title, subject, facts, link, settings } = testMessage

/** Draws the test message in the manner of a service, with the words that are sent. */
export function MessageDrawing({ kind, caption }: { kind: ChannelKind; caption: string }) {
  const { look } = channelKinds()[kind]
  return (
    <figure data-drawing={kind} className="grid gap-2 rounded-card border border-border bg-bg p-3">
      <div lang="en">{drawings[look]}</div>
      <figcaption className="text-12 text-text-3">{caption}</figcaption>
    </figure>
  )
}

const request = `POST /bugle HTTP/1.1
webhook-id: dlv_…
webhook-timestamp: 1795771800
webhook-signature: v1,…
x-bugle-event: test

{"type": "test", "timestamp": "2026-11-27T09:30:00.000Z", "data": {}}`

const drawings: Record<ChannelLook, ReactNode> = {
  chat: (
    <Post>
      <div className="grid gap-1 border-l-4 border-info pl-3">
        <p className="font-semibold">{title}</p>
        <p>{subject}</p>
        <Facts />
        <Links />
      </div>
    </Post>
  ),
  card: (
    <Post>
      <div className="grid gap-2 rounded-card border border-border bg-surface p-3">
        <p className="text-16 font-semibold text-info-ink">{title}</p>
        <p className="font-semibold">{subject}</p>
        <Facts />
        <Buttons />
      </div>
    </Post>
  ),
  text: (
    <Post>
      <div className="grid gap-0.5">
        <p className="font-semibold">{title}</p>
        <p>{subject}</p>
        <Facts />
        <Links />
      </div>
    </Post>
  ),
  phone: (
    <div className="mx-auto grid w-full max-w-[22rem] gap-1 rounded-dialog border border-border bg-overlay p-3 shadow-menu">
      <p className="flex items-center gap-2 text-12 text-text-2">
        <Horn size={16} />
        Bugle
        <span className="ml-auto">09:30</span>
      </p>
      <p className="font-semibold">{title}</p>
      <p>{subject}</p>
      <Facts />
      <Links />
    </div>
  ),
  pager: (
    <div className="grid gap-2 rounded-card border border-border bg-surface p-3">
      <p className="flex items-center gap-2 text-12">
        <span className="rounded-pill bg-info-wash px-1.5 py-px font-medium text-info-ink">info</span>
        <span className="text-text-2">Bugle · 09:30</span>
      </p>
      <p className="font-semibold">
        {title}: {subject}
      </p>
      <Facts />
      <Links />
    </div>
  ),
  mail: (
    <div className="grid gap-2 rounded-card border border-border bg-surface p-3">
      <p className="border-b border-border pb-2 text-12 text-text-2">
        Bugle · {title}: {subject}
      </p>
      <p className="text-16 font-semibold">{title}</p>
      <p>{subject}</p>
      <Facts />
      <p>
        <span className="inline-block rounded-control bg-accent px-3 py-1 font-semibold text-on-accent">{link}</span>
      </p>
      <p className="flex gap-2 text-12 text-text-3">
        <span className="underline underline-offset-2">{settings}</span>·
        <span className="underline underline-offset-2">Unsubscribe</span>
      </p>
    </div>
  ),
  request: (
    <pre className="overflow-x-auto rounded-control bg-code-bg p-3 font-mono text-12 whitespace-pre-wrap">
      {request}
    </pre>
  ),
}

function Post({ children }: { children: ReactNode }) {
  return (
    <div className="grid grid-cols-[2.25rem_minmax(0,1fr)] gap-x-3">
      <Horn size={36} />
      <div className="grid min-w-0 gap-1">
        <p className="flex items-baseline gap-2">
          <span className="font-semibold">Bugle</span>
          <span className="text-12 text-text-3">09:30</span>
        </p>
        {children}
      </div>
    </div>
  )
}

function Facts() {
  return facts.map((fact) => (
    <p key={fact} className="text-12 text-text-2">
      {fact}
    </p>
  ))
}

/** Drawn, not linked: they lead to where the reader is. */
function Links() {
  return (
    <p className="flex gap-2 text-accent-ink">
      <span className="underline underline-offset-2">{link}</span>·
      <span className="underline underline-offset-2">{settings}</span>
    </p>
  )
}

function Buttons() {
  return (
    <p className="flex flex-wrap gap-2">
      {[link, settings].map((text) => (
        <span key={text} className="rounded-control border border-border-strong px-3 py-1">
          {text}
        </span>
      ))}
    </p>
  )
}
