import { expect, it } from 'vitest'
import { issuesOf } from '../sdks/issues.ts'
import { isLong } from '../sdks/long.ts'
import { expectShown } from './expect-shown.ts'
import { compileKotlin } from './kotlin.ts'
import { openSentryStage, type SentryProject } from './stage.ts'

// Kotlin's compiler makes classes and functions of lambdas, coroutines, companions and files, and names them itself.

const stage = openSentryStage()

/** The code that throws, as its issue names it, with the number of calls that lead there. */
const sites: [culprit: string, ways: number][] = [
  ['ShapesKt.atTopLevel', 1],
  ['ShapesKt.inExtension', 1],
  ['Cart$Companion.inCompanion', 1],
  ['Cart$Line.inInnerClass', 1],
  ['Till.inObject', 1],
  ['Sku.inValueClass-impl', 1],
  ['Checked.<init>', 1],
  ['Late$left$2.invoke', 1],
  ['ShapesKt.aroundInline', 1],
  ['ShapesKt$aroundLambda$1.invoke', 1],
  ['ShapesKt$aroundNestedLambda$1$1.invoke', 1],
  ['ShapesKt$aroundObjectExpression$1.run', 1],
  ['ShapesKt.aroundLocalFunction$count', 1],
  ['ShapesKt.withDefault', 1],
  ['ShapesKt$aroundSequence$1.invokeSuspend', 1],
  // Called by itself, by another function, and in a coroutine of its own: none of them is on the stack of a resumed one.
  ['ShapesKt.inSuspend', 3],
  ['ShapesKt$aroundContext$2.invokeSuspend', 1],
  ['ShapesKt$aroundOtherContext$2.invokeSuspend', 1],
  ['ShapesKt$aroundFlow$$inlined$map$1$2.emit', 1],
]
const throwsOfSite = 2

async function expectFrames(project: SentryProject, output: string): Promise<void> {
  const events = project.sent('event').map(({ payload }) => payload as Record<string, unknown>)
  expect(events.length, output).toBeGreaterThan(0)
  for (const sent of events) {
    const shown = await project.eventOf(sent.event_id)
    expectShown(sent, shown)
    expect(shown).toMatchObject({ platform: 'java', exception_type: 'shop.OutOfStock' })
    for (const { module, in_app } of shown.exceptions.flatMap(({ frames }) => frames))
      expect([module, in_app]).toEqual([module, module!.startsWith('shop.')])
  }
}

it.runIf(isLong)('two throws of one place are one issue, whatever kind of code it is', async ({ skip }) => {
  const compiled = await compileKotlin()
  if ('missing' in compiled) return skip(compiled.missing)
  const project = await stage.newProject('kotlin shapes')
  const counts = async (events: number) => {
    const issues = await issuesOf(stage.account, project, 1, events)
    return issues.map(({ culprit, count }) => `${culprit?.replace(/ in .*/, '')} ${count}`).toSorted()
  }
  const expected = (runs: number) =>
    sites.map(([culprit, ways]) => `shop.${culprit} ${ways * throwsOfSite * runs}`).toSorted()
  const total = sites.reduce((sum, [, ways]) => sum + ways * throwsOfSite, 0)
  const plain = await compiled.run('ShapesKt', { SENTRY_DSN: project.dsn })
  await expectFrames(project, plain.output)
  expect(await counts(total)).toEqual(expected(1))
  // With assertions, as in tests, a coroutine throws a copy whose stack has its callers as well.
  const recovered = await compiled.run('ShapesKt', { SENTRY_DSN: project.dsn }, '-ea')
  await expectFrames(project, recovered.output)
  expect(await counts(2 * total)).toEqual(expected(2))
})
