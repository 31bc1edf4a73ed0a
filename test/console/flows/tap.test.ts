import t from 'tap'
import { inLongForm, someOf } from '../../setup/form.ts'
import { consoleOfEveryKind, tapEveryPage } from '../browser/tap-every-page.ts'
import { tapOpen, tapOpenAll } from '../browser/tap-open.ts'

// By a finger on a phone: whatever says that it opens something does so, on every page.

const openConsole = await consoleOfEveryKind(t)

t.test('the menu opens at every width of a phone and leads on', async (t) => {
  for (const width of someOf([390, 900, 320, 600, 800], 2)) {
    const { page } = await openConsole(t, { as: 'bod', width, height: 700, isTouch: true })
    await page.waitForLoadState('networkidle')
    t.ok((await tapOpenAll(page, 'header.top')).length >= 3, `menu, search and account at ${width} px`)
    const menu = page.getByRole('button', { name: 'Open the menu' })
    await menu.tap()
    await page.getByRole('dialog').getByRole('link', { name: 'Appeals' }).tap()
    await page.getByRole('heading', { level: 1, name: 'Appeals' }).waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.evaluate('scrollTo(0, 900)')
    await tapOpen(page, menu)
  }
})

t.test(
  'everything that opens on any page is seen and closed by a finger at 390 px',
  { skip: inLongForm },
  (t) => tapEveryPage(t, openConsole, 390),
)
