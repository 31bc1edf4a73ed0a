import t from 'tap'
import { LAST } from '../../setup/months.ts'
import { nameOf } from '../browser/months.ts'
import { consoleService } from '../browser.ts'

// Flow 2: from a figure to the rows behind it, and back.

const { openConsole, call } = await consoleService(t)

/** `1,234` → 1234 */
const numberOf = (text: string | null) => Number((text ?? '').replaceAll(/[^\d.-]/g, ''))

t.test('a tile leads to its rows, the sums agree, and Back leads back thrice', async (t) => {
  const { page, checkAxe } = await openConsole(t, { as: 'ops_head', path: `/console?period=${LAST}` })
  const tile = page.getByRole('link', { name: 'To review' })
  const shown = numberOf(await tile.locator('.figure').textContent())
  const { body } = await call('ops_head', 'GET', `/api/sos/monthly?period=${LAST}&status=draft&limit=1`)
  t.equal(shown, body.total, 'the tile counts what the API lists')
  await page.locator('svg.chart').first().waitFor()
  await checkAxe('overview')

  await tile.click()
  await page.locator('tbody tr').first().waitFor()
  t.match(await page.locator('.pager').textContent(), new RegExp(`of ${shown}\\b`))
  t.equal(await page.getByLabel('Status').inputValue(), 'draft')
  await checkAxe('scores')

  await page.getByRole('button', { name: 'Total' }).click()
  await page.waitForURL(/sort=total_sos/)
  await page.getByLabel('Tier', { exact: true }).selectOption('Critical')
  await page.waitForURL(/tier=Critical/)
  const lowest = await call(
    'ops_head',
    'GET',
    `/api/sos/monthly?period=${LAST}&status=draft&tier=Critical&sort=total_sos`,
  )
  const first = lowest.body.data[0].seller_code
  await page.locator('tbody tr').first().getByText(first).waitFor()

  await page.goBack()
  await page.waitForURL((url) => !url.search.includes('tier='))
  t.equal(await page.getByLabel('Tier', { exact: true }).inputValue(), '')
  await page.goBack()
  await page.waitForURL((url) => !url.search.includes('sort='))
  await page.goBack()
  await page.waitForURL((url) => url.pathname === '/console')
  t.equal(
    numberOf(await page.getByRole('link', { name: 'To review' }).locator('.figure').textContent()),
    shown,
  )
})

t.test('the tiers of a month sum to its sellers, each leads to its own', async (t) => {
  const { page } = await openConsole(t, { as: 'viewer', path: `/console?period=${LAST}` })
  const list = page.getByRole('list', { name: `Tiers of ${nameOf(LAST)}` })
  await list.waitFor()
  const counts = await list.getByRole('link').allTextContents()
  const scored = numberOf(
    await page.getByRole('link', { name: 'Sellers scored' }).locator('.figure').textContent(),
  )
  t.equal(
    counts.map(numberOf).reduce((sum, count) => sum + count, 0),
    scored,
  )
  await list.getByRole('link', { name: /^Gold/ }).click()
  await page.locator('tbody tr').first().waitFor()
  t.match(await page.locator('.pager').textContent(), new RegExp(`of ${numberOf(counts[1] ?? '')}\\b`))
  t.equal(await page.getByRole('button', { name: 'Calculate again' }).count(), 0, 'a viewer changes nothing')
})

t.test('filters narrow every figure, and stay in the address', async (t) => {
  const { page } = await openConsole(t, { as: 'bod', path: `/console?period=${LAST}` })
  await page.getByLabel('Account manager').selectOption({ index: 1 })
  await page.waitForURL(/am=\d+/)
  const am = new URL(page.url()).searchParams.get('am')
  const { body } = await call('bod', 'GET', `/api/dashboard/trend?from=${LAST}&to=${LAST}&am_id=${am}`)
  const scored = page.getByRole('link', { name: 'Sellers scored' })
  await scored.getByText(String(body.data[0].scored), { exact: true }).waitFor()
  await scored.click()
  await page.waitForURL(/scores/)
  t.equal(new URL(page.url()).searchParams.get('am'), am)
  await page.getByText(new RegExp(`of ${body.data[0].scored}\\b`)).waitFor()
  await page.reload()
  await page.getByText(new RegExp(`of ${body.data[0].scored}\\b`)).waitFor()
})
