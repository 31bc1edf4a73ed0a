import t from 'tap'
import { PATH, PHONE } from '../browser/screen.ts'
import { consoleService } from '../browser.ts'

// What makes one trust a score: the proof of a certificate, the audit of the model.

const demo = await consoleService(t)

t.test('a certificate is genuine, and one that was changed is not', async (t) => {
  const { periods } = (await demo.call('bod', 'GET', '/api/console/context')).body
  const { period } = periods.find(({ statuses }: { statuses: { final: number } }) => statuses.final > 0)
  const month = (await demo.call('bod', 'GET', `/api/sos/monthly?status=final&limit=1&period=${period}`)).body
  const url = `/api/sos/sellers/${month.data[0].seller_code}/score/certificate?period=${period}`
  const { body } = await demo.call('bod', 'GET', url)
  const { page, checkAxe } = await demo.openConsole(t, { as: 'seller', path: PATH, ...PHONE })
  await page.getByRole('button', { name: 'Menu', exact: true }).tap()
  await page.getByRole('link', { name: 'Proof' }).tap()
  const file = (text: string) => ({ name: 'a.json', mimeType: 'application/json', buffer: Buffer.from(text) })
  const give = (text: string) => page.locator('input[type=file]').setInputFiles(file(text))
  await page.getByText('or drop one here').waitFor()
  await give('a letter')
  await page.getByText('This is no certificate').waitFor()
  await give(JSON.stringify(body))
  await page.getByRole('heading', { name: 'The certificate is genuine' }).waitFor()
  t.notMatch(await page.getByRole('main').innerText(), /[0-9a-f]{16}/, 'no hash is read out')
  await checkAxe('a true certificate')
  const changed = { ...body, statement: body.statement.replace(/"tier":"[^"]+"/, '"tier":"Platinum Plus"') }
  await give(JSON.stringify(changed))
  await page.getByRole('heading', { name: 'The certificate is not genuine' }).waitFor()
})

for (const scheme of ['light', 'dark'] as const)
  t.test(`the model is three charts, each with what it tells, in ${scheme}`, async (t) => {
    const opening = { as: 'viewer', path: `${PATH}/model`, scheme, width: 1360, height: 860 } as const
    const { page, checkAxe } = await demo.openConsole(t, opening)
    for (const name of ['Is it fair?', 'Does it predict failures?', 'Is it stable?'])
      await page.getByRole('heading', { name }).waitFor()
    await page.locator('.recharts-surface').nth(2).waitFor()
    await checkAxe('the model')
  })
