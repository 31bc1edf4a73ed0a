import { on } from 'node:events'
import { registerHooks } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Test } from 'tap'
import { Has } from 'tcompare'

// A process of test/run.ts: it runs the test files that it is asked for, one after another. Each is a subtest, and what it
// imports as `tap` is this subtest, so that its teardowns run when it has ended.

const SUBTEST = 'subtest-of:'
/** By it tap follows every promise, to know whose error it is: a tenth of all time. Here such an error ends its file. */
const DOMAINS = 'async-hook-domain'
const subtests = new Map<string, Test>()
Object.assign(globalThis, { subtestOf: (url: string) => subtests.get(url) })

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === DOMAINS) return { url: SUBTEST, shortCircuit: true }
    const from = context.parentURL ?? ''
    if (specifier !== 'tap' || !subtests.has(from)) return next(specifier, context)
    return { url: SUBTEST + from, shortCircuit: true }
  },
  load(url, context, next) {
    if (!url.startsWith(SUBTEST)) return next(url, context)
    if (url === SUBTEST)
      return { format: 'module', source: 'export class Domain { destroy() {} }', shortCircuit: true }
    const source = `export default globalThis.subtestOf(${JSON.stringify(url.slice(SUBTEST.length))})`
    return { format: 'module', source, shortCircuit: true }
  },
})

// tap's `match` and `has` hold a list to so many of its first elements as the pattern has: to none for []. Here to its end.
Reflect.deleteProperty(Has.prototype, 'objectAsArray')

process.on('uncaughtExceptionMonitor', console.error)
process.on('unhandledRejection', (error) => {
  console.error(error)
  throw error
})

const timeout = Number(process.env.FILE_MS)
/** Modules stay, and with them what they hold. Collecting that again and again takes longer than a new process. */
const MOST_BYTES = 1_000_000_000
const asked = on(process, 'message', { close: ['disconnect'] })
const { default: root } = await import('tap') // which listens to messages too, so that none is missed it comes second

// Within one test, because tap ends a root that has nothing to do for a moment.
await root.test('files', { timeout: 0 }, async (t) => {
  // tap lets the process end though it waits for messages, and Node may not tell that there come no more.
  const waiting = setInterval(() => process.connected || process.emit('disconnect'), 1_000)
  for await (const [file] of asked) {
    const { href } = pathToFileURL(resolve(file))
    await t.test(file, { timeout }, async (t) => {
      subtests.set(href, t)
      await import(href)
    })
    const isFull = process.memoryUsage.rss() > MOST_BYTES
    process.send?.({ ended: file, ok: subtests.get(href)?.passing(), isFull })
  }
  clearInterval(waiting)
})
root.end()
