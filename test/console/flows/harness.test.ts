import t from 'tap'
import { watch } from '../browser/watch.ts'
import { consoleService } from '../browser.ts'

// What the other flows rely on: what a page must not do is seen.

const { openConsole, origin } = await consoleService(t)

t.test('what a page must not do is seen', async (t) => {
  const { context } = await openConsole(t, { as: 'bod' })
  const page = await context.newPage()
  const { problems, expect } = watch(page, origin)
  const seen = async (what: RegExp, script: string) => {
    const before = problems.length
    await page.evaluate(script).catch(() => {})
    while (problems.length === before) await page.waitForTimeout(10)
    t.match(problems.at(-1), what, script)
  }
  await page.goto('/console')
  await seen(/^console: .*TrustedHTML/, `document.body.innerHTML = '<b>markup</b>'`)
  await seen(/^console: .*[Ss]tyle/, `document.body.setAttribute('style', 'color: red')`)
  await seen(
    /^foreign: http:\/\/other|^console: .*Refused to connect/,
    `fetch('http://other.test/').catch(() => {})`,
  )
  await seen(/^error: .*on its own/, `setTimeout(() => { throw new Error('on its own') })`)
  await seen(/^GET \/api\/nothing answered 404$/, `fetch('/api/nothing')`)
  const before = problems.length
  expect({ 'GET /api/nothing': 404 })
  await page.evaluate(`fetch('/api/nothing').then((answer) => answer.text())`)
  t.equal(problems.length, before, 'an expected answer is none')
})
