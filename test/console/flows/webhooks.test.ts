import type { Page } from 'playwright-core'
import { Webhook } from 'standardwebhooks'
import t from 'tap'
import { eventually } from '../../setup/eventually.ts'
import { receiver } from '../../webhooks/receiver.ts'
import { consoleService } from '../browser.ts'

const { openConsole, call } = await consoleService(t, { changes: true })

const see = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
/** The field of the dialog that shows a secret once. */
const shownSecret = (page: Page) => page.getByRole('textbox', { name: 'Secret', exact: true })

t.test('a subscription from its secret to its end', async (t) => {
  const there = await receiver(t)
  const { page, checkAxe } = await openConsole(t, { as: 'admin', path: '/console/webhooks' })
  await see(page, 'Data warehouse')
  await checkAxe('webhooks')

  await button(page, 'New subscription').click()
  await page.getByLabel('Address').fill(there.url)
  await page.getByLabel('Name', { exact: true }).fill('مستودع <b>Lager</b>')
  await checkAxe('a new subscription')
  await button(page, 'Subscribe').click()
  const secret = await shownSecret(page).inputValue()
  t.match(secret, /^whsec_/)
  await checkAxe('the secret')
  await page.keyboard.press('Escape')
  t.ok(await shownSecret(page).isVisible(), 'a secret that is not kept is not closed by mistake')
  await button(page, 'I have kept it').click()
  await page.waitForURL(/\/webhooks\/\d+/)
  const id = Number(/webhooks\/(\d+)/.exec(page.url())?.[1])
  await see(page, 'مستودع <b>Lager</b>')
  t.notMatch(await page.content(), secret, 'the secret is shown once')

  await button(page, 'Send a ping').click()
  const [ping] = await there.until(1)
  t.match(new Webhook(secret).verify(ping?.body ?? '', ping?.headers as Record<string, string>), {
    type: 'webhook.ping',
  })
  await see(page, /The ping was answered with 204/)
  await page.locator('.event-row', { hasText: 'webhook.ping' }).waitFor()
  await checkAxe('a subscription')

  await page
    .getByRole('link', { name: /^Attempt 1/ })
    .first()
    .click()
  await see(page, 'How a receiver verifies it')
  await page.getByLabel('Secret', { exact: true }).fill(secret)
  await see(page, 'Yes: the signature was made with this secret.')
  await page.getByLabel('Secret', { exact: true }).fill('whsec_b3RoZXI=')
  await see(page, 'No: this secret makes another signature.')
  await checkAxe('an attempt')
  await button(page, 'Deliver again').click()
  const redelivered = await there.until(2)
  t.equal(redelivered[1]?.headers['webhook-id'], ping?.headers['webhook-id'])

  await page.waitForURL(new RegExp(`/webhooks/${id}`))
  await button(page, 'Replay').click()
  const dialog = page.getByRole('dialog', { name: 'Deliver past events again' })
  await dialog.getByLabel('From').fill('2020-01-01T00:00')
  await dialog.getByLabel('Type of event').selectOption('scoring.run_completed')
  const range = { since: '2020-01-01T00:00:00Z', event_types: ['scoring.run_completed'], dry_run: true }
  const { events: count } = (await call('admin', 'POST', `/api/webhooks/${id}/replay`, range)).body
  t.ok(count > 0)
  const deliver = dialog.getByRole('button', { name: `Deliver ${count} events` })
  await deliver.waitFor()
  await checkAxe('a replay')
  t.equal(there.received.length, 2, 'counting delivers nothing')
  await deliver.click()
  const replayed = await there.until(2 + count)
  t.ok(replayed.slice(2).every(({ body }) => JSON.parse(body).type === 'scoring.run_completed'))

  await button(page, /^More$/).click()
  await page.getByRole('menuitem', { name: 'Replace the secret' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Replace the secret' }).click()
  const next = await shownSecret(page).inputValue()
  t.not(next, secret)
  await see(page, /The secret before also signs until/)
  await button(page, 'I have kept it').click()
  await button(page, 'Send a ping').click()
  const after = (await there.until(3 + count)).at(-1)
  for (const one of [secret, next])
    t.ok(new Webhook(one).verify(after?.body ?? '', after?.headers as Record<string, string>), 'both sign')

  const active = async () => (await call('admin', 'GET', `/api/webhooks/${id}`)).body.is_active
  await button(page, 'Pause').click()
  await button(page, 'Undo').waitFor()
  t.equal(await active(), false)
  await button(page, 'Undo').click()
  await button(page, 'Pause').waitFor()
  await eventually(async () => (await active()) === true)

  await page.getByRole('link', { name: 'Webhooks', exact: true }).first().click()
  await see(page, /\d+ of \d+ delivered, 0 missing|No events in this time/)
  await page.goBack()
  await button(page, /^More$/).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await see(page, 'Deleted.')
  await page.waitForURL(/\/webhooks(\?|$)/)
  t.equal((await call('admin', 'GET', `/api/webhooks/${id}`)).status, 404)
})

t.test('a bad address leaves the form as it is, and says why', async (t) => {
  const { page, expectAnswers } = await openConsole(t, { as: 'bod', path: '/console/webhooks' })
  expectAnswers({ 'POST /api/webhooks': 400 })
  await button(page, 'New subscription').click()
  await page.getByLabel('Address').fill('ftp://example.com/')
  await page.getByLabel('Only these').check()
  await page.getByLabel('appeal.decided').check()
  await button(page, 'Subscribe').click()
  await page.getByRole('alert').waitFor()
  t.equal(await page.getByLabel('Address').inputValue(), 'ftp://example.com/')
  t.ok(await page.getByLabel('appeal.decided').isChecked())
})

t.test('whoever only reads sees no action, and every event', async (t) => {
  const { page, checkAxe } = await openConsole(t, { as: 'viewer', path: '/console/webhooks' })
  await see(page, 'Data warehouse')
  t.equal(await button(page, 'New subscription').count(), 0)
  await page.getByRole('link', { name: 'Event feed' }).click()
  await page.getByLabel('Type of event').selectOption('seller.score_finalized')
  await page
    .getByRole('button', { name: /^Show: seller\.score_finalized/ })
    .first()
    .click()
  await see(page, 'total_sos:')
  await see(page, 'It was not posted to anybody.')
  await checkAxe('an event')
  await page.keyboard.press('Escape')
  await button(page, 'To the newest').click()
  await page.waitForURL(/after=/)
  await see(page, 'From the beginning')
  await page.goBack()
  await page.waitForURL((url) => !url.search.includes('after='))
})
