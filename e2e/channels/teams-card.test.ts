import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ChannelReceiver, startChannelReceiver } from '../../apps/server/test/channel-receiver.ts'
import { chromiumPath, chromiumTool, launchChromium } from '../harness/chromium.ts'
import { describeWithTool } from '../programs/describe-with-tool.ts'
import { AlertStage, untilFound } from './alert-stage.ts'

/** Microsoft's renderer of Adaptive Cards, which reads Markdown in what is text to it. */
const renderer = readFileSync(createRequire(import.meta.url).resolve('adaptivecards/dist/adaptivecards.min.js'), 'utf8')

describeWithTool(chromiumTool, 'a card for Microsoft Teams', () => {
  let service: ChannelReceiver
  let stage: AlertStage
  let browser: Browser

  beforeAll(async () => {
    service = await startChannelReceiver()
    stage = await AlertStage.open([service.host])
    browser = await launchChromium(chromiumPath)
  })
  afterAll(async () => {
    await browser?.close()
    await stage?.close()
    await service?.close()
  })

  it('shows what an event says as text, and has actions that lead to this server alone', async () => {
    await stage.addChannel('teams', { url: `${service.url}/teams` })
    const message = '**bold** _it_ [x](https://evil.example) <img src=x onerror=alert(1)> <at>all</at> `code` # h'
    await stage.report('TypeError', { message })
    const { body } = await untilFound('card', async () => service.received.find(({ path }) => path === '/teams'))
    const [{ contentType, content }] = JSON.parse(body).attachments
    expect(contentType).toBe('application/vnd.microsoft.card.adaptive')
    const page = await browser.newPage()
    await page.addScriptTag({ content: renderer })
    const drawn = await page.evaluate<{ text: string; tags: string[]; urls: string[]; warnings: string[] }>(`(() => {
      const { AdaptiveCard, SerializationContext } = AdaptiveCards
      AdaptiveCard.onProcessMarkdown = (text, result) => {
        result.outputHtml = '<mark>' + text + '</mark>'
        result.didProcess = true
      }
      const context = new SerializationContext()
      const card = new AdaptiveCard()
      card.parse(${JSON.stringify(content)}, context)
      const element = card.render()
      document.body.append(element)
      const urls = [...element.querySelectorAll('a')].map(({ href }) => href)
      return {
        text: element.innerText,
        tags: [...element.querySelectorAll('mark, img, a, b, i, em, strong, code, h1')].map(({ tagName }) => tagName),
        urls: [...urls, ...card.getAllActions().map(({ url }) => url)],
        warnings: Array.from({ length: context.eventCount }, (_, index) => context.getEventAt(index).message),
      }
    })()`)
    expect(drawn.text.replaceAll('\u200c', '')).toContain(`TypeError: ${message}`)
    expect([drawn.tags, drawn.warnings]).toEqual([[], []])
    expect(drawn.urls.length).toBe(2)
    expect(drawn.urls.every((url) => url.startsWith(stage.server.url))).toBe(true)
  })
})
