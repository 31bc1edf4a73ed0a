import type { Page } from 'playwright-core'
import t from 'tap'
import { eventually } from '../../setup/eventually.ts'
import { FINAL } from '../browser/months.ts'
import { consoleService } from '../browser.ts'

// What is sent is sent once, on however slow a network, and however often it is clicked.

const { openConsole, call } = await consoleService(t, { changes: true })
const code = 'S-1018'
const appealsOf = async () =>
  (await call('bod', 'GET', `/api/appeals?seller_code=${code}&period=${FINAL}`)).body.total

/** From now on, at every frame, a finger where the button of the form is, as long as the form is seen. */
const HAMMER = `(() => {
  window.clicks = 0
  const press = () => {
    const button = document.querySelector('form [type=submit]')
    if (!button) return
    const { left, top, width, height } = button.getBoundingClientRect()
    const there = document.elementFromPoint(left + width / 2, top + height / 2)
    if (button.contains(there) && !button.disabled) {
      window.clicks += 1
      button.click()
    }
    requestAnimationFrame(press)
  }
  press()
})()`

/** As many as are drawn in 600 ms, the time for which the form of before was live. */
const FRAMES = `new Promise((done) => {
  let left = 36
  const next = () => (left-- > 0 ? requestAnimationFrame(next) : done())
  next()
})`

const INERT = `document.getElementById('content').inert`

/** Keeps the scripts that the page asks for from now on, until they are let go. */
async function holdScripts(page: Page) {
  const held: (() => unknown)[] = []
  let isHeld = true
  await page.route(/\.js$/, (route) => (isHeld ? held.push(() => route.continue()) : route.continue()))
  return {
    count: () => held.length,
    release() {
      isHeld = false
      for (const go of held) go()
    },
  }
}

t.test('a form that is clicked until the next page is there files one appeal', async (t) => {
  const before = await appealsOf()
  const { page } = await openConsole(t, {
    as: 'admin',
    path: `/console/appeals/new?seller=${code}&component=t_score&period=${FINAL}`,
    isSlow: true,
  })
  await page.getByLabel('Reason').selectOption('data_error')
  await page.getByLabel('Description').fill('The carrier missed its pick-ups')
  await page.waitForLoadState('networkidle')
  const scripts = await holdScripts(page)
  const asked: string[] = []
  page.on('request', (request) => request.method() === 'POST' && asked.push(request.url()))
  await page.evaluate(HAMMER)
  await page.waitForURL(/\/appeals\/\d+/)
  await eventually(async () => scripts.count() > 0)
  t.equal(await page.evaluate(INERT), true, 'the form is still seen, and takes nothing')
  await page.evaluate(FRAMES)
  scripts.release()
  await page.getByRole('heading', { level: 1 }).getByText(code).waitFor()
  t.equal(await page.evaluate('window.clicks'), 1, 'the button was live once')
  t.equal(asked.filter((url) => url.endsWith('/api/appeals')).length, 1)
  t.equal(await appealsOf(), before + 1)
})

t.test('while a tab loads its link keeps the focus', async (t) => {
  const { page } = await openConsole(t, { as: 'bod', path: `/console/sellers/${code}` })
  await page.waitForLoadState('networkidle')
  const scripts = await holdScripts(page)
  const tab = page.getByRole('link', { name: 'Surcharges', exact: true }).last()
  await tab.focus()
  await page.keyboard.press('Enter')
  await eventually(async () => scripts.count() > 0)
  scripts.release()
  await eventually(async () => (await page.evaluate(INERT)) === false)
  t.equal(await page.evaluate('document.activeElement.textContent'), await tab.textContent())
})
