import { describe, expect, it } from 'vitest'
import { droppedOf, fingerprintOf, type GroupingInput, groupingOf } from './fingerprint.ts'
import { messageTemplate } from './message-template.ts'
import { modulePath } from './stable-name.ts'

const base: GroupingInput = {
  exception_type: 'TypeError',
  message: "Cannot read properties of undefined (reading 'id')",
  stack: `TypeError: x
    at applyDiscount (https://shop.io/assets/cart.3f9a1c2b.js:10:5)
    at pay (https://shop.io/assets/cart.3f9a1c2b.js:20:5)
    at HTMLButtonElement.<anonymous> (https://shop.io/node_modules/react-dom/index.js:1:2)`,
  platform: 'web',
  app_id: 'io.shop.web',
}
const key = (change: Partial<GroupingInput>) => fingerprintOf(groupingOf({ ...base, ...change }))
const stack = (text: string) => base.stack!.toString().replaceAll('3f9a1c2b', text)

describe('one issue', () => {
  const same: [why: string, change: Partial<GroupingInput>][] = [
    ['lines and columns moved', { stack: base.stack!.toString().replaceAll(':10:5', ':99:1') }],
    ['the bundle got another content hash', { stack: stack('9e8d7c6b') }],
    ['the message has another value', { message: "Cannot read properties of undefined (reading 'total')" }],
    ['a frame became async', { stack: base.stack!.toString().replace('at pay', 'at async pay') }],
    ['recursion went deeper', { stack: base.stack!.toString().replace(/ {4}at pay.*\n/, (line) => line.repeat(7)) }],
  ]
  it.each(same)('%s', (_, change) => expect(key(change)).toBe(key({})))

  it('only values in the message vary', () => {
    expect(key({ stack: null, message: 'user 17 not found' })).toBe(
      key({ stack: null, message: 'user 4242 not found' }),
    )
  })
})

describe('coroutines of Kotlin', () => {
  const resumed =
    '\tat kotlin.coroutines.jvm.internal.BaseContinuationImpl.resumeWith(ContinuationImpl.kt:34)\n\tat kotlinx.coroutines.DispatchedTask.run(DispatchedTask.kt:100)'
  const kotlin = (calls: string) => ({
    exception_type: 'java.lang.IllegalStateException',
    message: 'not ready',
    stack: `java.lang.IllegalStateException: not ready\n\tat ${calls}\n${resumed}`,
    platform: 'java',
  })
  const block = (name: string, line: number) => kotlin(`shop.CartKt$${name}.invokeSuspend(Cart.kt:${line})`)

  it('the block that throws decides, by the function around it', () => {
    expect(key(block('load$2', 12))).toBe(key(block('load$1', 20)))
    expect(key(block('load$2', 12))).not.toBe(key(block('save$2', 12)))
    expect(groupingOf({ ...base, ...block('load$2', 12) }).components).toContain('frame:shop.CartKt$load#invokeSuspend')
  })

  it('a method without a line only resumes the function before it', () => {
    const bare = kotlin('shop.CartKt.load(Cart.kt:12)')
    expect(key(kotlin('shop.CartKt.load(Cart.kt:12)\n\tat shop.CartKt$load$1.invokeSuspend(Cart.kt)'))).toBe(key(bare))
  })
})

describe('machines, people and builds', () => {
  const at = (file: string) => ({ stack: `TypeError: x\n    at pay (${file}:3:9)\n    at start (${file}:20:3)` })
  const homeOfRoot = '/root'
  const paths = [
    '/home/jose/my-app/main.js',
    '/home/maria.silva/projects/my-app/main.js',
    '/Users/ann/Documents/GitHub/my-app/main.js',
    'C:\\Users\\Ann Lee\\source\\repos\\my-app\\main.js',
    'file:///C:/Users/ann/my-app/main.js',
    `${homeOfRoot}/my-app/main.js`,
    '/home/runner/work/my-app/my-app/main.js',
    '/workspaces/my-app/main.js',
    '/mnt/c/Users/ann/my-app/main.js',
  ]
  it.each(paths)('%s is the same issue as the others, and neither key nor culprit names a person', (file) => {
    expect(key(at(file))).toBe(key(at(paths[0]!)))
    const { components, culprit } = groupingOf({ ...base, ...at(file) })
    expect(`${components.join(' ')} ${culprit}`).not.toMatch(/jose|maria|ann|lee/i)
  })

  it('the key of a message names no person', () => {
    const { components } = groupingOf({
      ...base,
      stack: null,
      message: 'cannot open /home/jose/shop.toml, try C:\\Users\\jose\\x',
    })
    expect(components.join(' ')).not.toContain('jose')
  })

  it('a short name from a minifier does not split, among readable ones or by itself', () => {
    const minified = (name: string) => ({
      stack: `TypeError: x\n    at ${name} (https://x.io/main.js:42:18)\n    at Cart.applyDiscount (https://x.io/main.js:44:9)`,
    })
    expect(key(minified('gi'))).toBe(key(minified('mf')))
    const route = (name: string, place: string) => ({
      stack: `Error: next route failed\n    at ${name} (/srv/shop/.next/server/app/api/fail/route.js:${place})\n    at async n (/srv/shop/.next/server/chunks/12.js:1:90)`,
    })
    expect(key(route('t', '1:142'))).toBe(key(route('a', '1:1142')))
  })
})

describe('separate issues', () => {
  const other: [why: string, change: Partial<GroupingInput>][] = [
    ['another type', { exception_type: 'RangeError' }],
    ['another call site', { stack: base.stack!.toString().replace('applyDiscount', 'applyCoupon') }],
    ['no stack', { stack: null }],
    ['a custom fingerprint', { fingerprint: ['{{ default }}', 'tenant-7'] }],
  ]
  it.each(other)('%s', (_, change) => expect(key(change)).not.toBe(key({})))

  it('another HTTP status in an equal message', () => {
    expect(key({ stack: null, message: 'request failed with status 404' })).not.toBe(
      key({ stack: null, message: 'request failed with status 500' }),
    )
  })

  it('one distinguishing frame alone does not merge different messages', () => {
    const funnel = 'Error\n    at reportError (/srv/log.js:1:2)'
    expect(key({ stack: funnel, message: 'consent unknown' })).not.toBe(
      key({ stack: funnel, message: 'token expired' }),
    )
  })
})

describe('message template', () => {
  const cases: [message: string, template: string][] = [
    ['user 17 not found', 'user <number> not found'],
    ['no row 0189f3a2-1111-7000-8000-0123456789ab.', 'no row <uuid>.'],
    ['GET https://x.io/a?b=1 failed with status 404', 'GET <url> failed with status 404'],
    ['mail to ann@example.com bounced at 2026-11-20T10:00:00Z', 'mail to <email> bounced at <date>'],
    ['connect ECONNREFUSED 127.0.0.1:5432', 'connect ECONNREFUSED <address>'],
    ['open "/var/lib/x 1": errno 13', 'open <value>: errno 13'],
    ['took 35ms, 12.5% of 3', 'took <number> of <number>'],
  ]
  it.each(cases)('%s', (message, template) => expect(messageTemplate(message)).toBe(template))

  it('stays linear on hostile text', () => {
    expect(messageTemplate('"'.repeat(300_000)).length).toBeLessThanOrEqual(10_000)
  })
})

it('explains which parts of names do not count, and by which rule', () => {
  const input: GroupingInput = {
    exception_type: 'TypeError',
    message: 'x is undefined',
    platform: 'web',
    app_id: 'com.example.shop',
    stack: 'TypeError: x is undefined\n    at render (https://shop.test/assets/cart-OOYTXUWZ.js:164:20)',
  }
  expect(droppedOf(input)).toEqual([
    { part: 'cart-OOYTXUWZ.js', why: 'a build wrote a hash or a version into its name' },
  ])
})

it('explains the folder of a start, without the words around it, and what a compiler numbered', () => {
  const stack =
    'TypeError: x is undefined\n    at _callee3$ (/tmp/plugin-x7Kq2A/menu.js:4:2)\n    at load (/nix/store/0fr9c8l3w5jx1yq7vz2nmgd4pab6khis-shop-1.2.0/rows.js:9:2)'
  const input = { ...base, message: 'x is undefined', platform: 'node', stack }
  expect(groupingOf(input).components).toEqual([
    'type:TypeError',
    'frame:tmp/plugin/menu.js#_callee$',
    'frame:shop/rows.js#load',
  ])
  expect(droppedOf(input)).toEqual([
    { part: '_callee3$', why: 'a compiler numbered it' },
    { part: 'plugin-x7Kq2A', why: 'a folder of a build, a start or a machine' },
    { part: '0fr9c8l3w5jx1yq7vz2nmgd4pab6khis-shop-1.2.0', why: 'a folder of a build, a start or a machine' },
  ])
})

describe('a file of a package is named with the package', () => {
  const files = [
    ['/usr/local/bundle/gems/shopkit-1.2.3/lib/core.rb', 'shopkit/lib/core.rb'],
    ['/usr/local/bundle/bundler/gems/shopkit-9fceb02d0ae5/lib/core.rb', 'shopkit/lib/core.rb'],
    ['/home/app/.cargo/registry/src/index.crates.io-6f17d22bba15001f/shopkit-1.2.3/src/core.rs', 'shopkit/src/core.rs'],
    ['/home/app/.cargo/git/checkouts/shopkit-3a1e8ae2b7e63f9c/9fceb02/src/core.rs', 'shopkit/src/core.rs'],
    ['package:shopkit/src/core.dart', 'shopkit/src/core.dart'],
    ['/home/app/.pub-cache/hosted/pub.dev/shopkit-1.2.3/lib/src/core.dart', 'shopkit/src/core.dart'],
    ['/home/app/.julia/packages/shopkit/aTjcj/src/core.jl', 'shopkit/src/core.jl'],
    ['https://cdn.jsdelivr.net/npm/@acme/shopkit@1.2.3/dist/core.js', '@acme/shopkit/dist/core.js'],
    ['https://deno.land/x/shopkit@v1.2.3/core.ts', 'shopkit/core.ts'],
  ] as const
  it.each(files)('%s', (file, path) => expect(modulePath(file)).toBe(path))

  it('but not by a folder of the customer with another meaning', () => {
    expect(modulePath('/var/lib/jenkins/workspace/shop@2/src/pay/cart.js')).toBe('src/pay/cart.js')
  })
})

describe('calls of Go', () => {
  const at = (call: string, more = '') =>
    groupingOf({
      ...base,
      exception_type: 'runtime error',
      message: 'index out of range',
      platform: 'other',
      stack: `panic: runtime error: index out of range\n\ngoroutine 1 [running]:\nshop/cart.${call}(...)\n\t/src/cart.go:4 +0x1d\n${more}`,
    }).components[1]
  it('count with the type that a method belongs to, by pointer and by value', () => {
    expect(at('(*Cart).Pay')).toBe('frame:shop/cart#Cart.Pay')
    expect(at('Cart.Pay')).toBe('frame:shop/cart#Cart.Pay')
    expect(at('Cart.Pay.func1')).toBe('frame:shop/cart#Cart.Pay')
    expect(at('Pay.func1')).toBe('frame:shop/cart#Pay')
  })
  it('do not count with the type arguments of a function', () => {
    expect(at('Last[...]')).toBe('frame:shop/cart#Last')
    expect(at('Last[go.shape.int]')).toBe('frame:shop/cart#Last')
    expect(at('(*Store[go.shape.string,go.shape.int]).Get')).toBe('frame:shop/cart#Store.Get')
  })
})
