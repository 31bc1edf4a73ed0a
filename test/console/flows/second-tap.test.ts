import t from 'tap'
import { eventually } from '../../setup/eventually.ts'
import { consoleService } from '../browser.ts'

// The second of two quick taps is no answer to a dialog that the first has opened. test/console/browser/dialogs.ts looks at
// every dialog that opens in any flow; here is what happens then.

const { openConsole, call } = await consoleService(t, { changes: true })
const SELLER = '/console/sellers/S-1002?tab=record'

interface Place {
  x: number
  y: number
}
const middleOf = (box: { x: number; y: number; width: number; height: number } | null): Place => {
  if (!box) throw new Error('It is not seen.')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** The moment in which a dialog opens lasts until it is let go, on however slow a machine. */
const HOLD = `(() => {
  const { showModal } = HTMLDialogElement.prototype
  HTMLDialogElement.prototype.showModal = function () {
    showModal.call(this)
    for (const one of this.getAnimations()) one.pause()
  }
})()`
const LET_GO = `for (const one of document.getAnimations()) one.play()`

t.test('a double tap neither confirms nor closes what it has opened', async (t) => {
  await call('ops_head', 'PATCH', '/api/sellers/S-1002', {
    status: 'suspended',
    status_reason: 'Three invoices are overdue',
  })
  const statusOf = async () => (await call('bod', 'GET', '/api/sellers/S-1002')).body.status
  const { page } = await openConsole(t, {
    as: 'ops_head',
    path: SELLER,
    width: 390,
    height: 844,
    isTouch: true,
  })
  const dialog = page.getByRole('dialog')
  const opener = page.getByRole('main').getByRole('button', { name: 'Reactivate' })
  const confirm = dialog.getByRole('button', { name: 'Reactivate' })

  // Where its buttons will be.
  await opener.tap()
  const places = { confirm: middleOf(await confirm.boundingBox()), beside: { x: 6, y: 6 } }
  await dialog.getByRole('button', { name: 'Cancel' }).tap()
  await dialog.waitFor({ state: 'detached' })

  await page.evaluate(HOLD)
  for (const [name, place] of Object.entries(places)) {
    await opener.tap()
    await confirm.waitFor()
    await page.touchscreen.tap(place.x, place.y)
    await page.evaluate(LET_GO)
    await confirm.tap({ trial: true }) // it is open still, and takes a tap by now
    t.equal(await statusOf(), 'suspended', `a second tap on ${name} does nothing`)
    await page.touchscreen.tap(places.beside.x, places.beside.y)
    await dialog.waitFor({ state: 'detached' })
  }
  await opener.tap()
  await confirm.waitFor()
  await page.evaluate(LET_GO)
  await confirm.tap()
  await page.getByText('S-1002 is active again.').waitFor()
  await eventually(async () => (await statusOf()) === 'active')
})
