import { readFile } from 'node:fs/promises'
import t from 'tap'
import { certifyAuditJob } from '../../../plugins/transparency/jobs/certify-audit.ts'
import { logAuditJob } from '../../../plugins/transparency/jobs/log-audit.ts'
import { certify } from '../../../src/domain/transparency/certify-later.ts'
import type { Role } from '../../../src/platform/access/roles.ts'
import { eventually } from '../../setup/eventually.ts'
import { holdTable } from '../browser/hold.ts'
import { consoleService } from '../browser.ts'

// The proof of a final score: kept, verified, changed, and outlived by a newer revision.

const { openConsole, call, app } = await consoleService(t, { changes: true })

/** The answer of a request that must succeed. */
async function done(role: Role, method: 'POST' | 'PATCH', path: string, body: object) {
  const answer = await call(role, method, path, body)
  if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
  return answer.body
}

interface Certificate {
  statement: string
  inputs: string
}

/** A final score, and one that is not final, each of a seller. */
const [final, draft] = await Promise.all(
  ['final', 'draft'].map((status) =>
    app.db.one<{ seller_code: string; period: string; total_sos: number; am_id: number }>(
      `select s.seller_code, m.period, m.total_sos, s.assigned_am_id as am_id from monthly_scores m join sellers s on s.id = m.seller_id
       where m.status = $1 and m.revision = 1 and s.assigned_am_id is not null
         and not exists (select from appeals a where a.seller_id = s.id and a.period = m.period)
       order by m.period desc, s.seller_code limit 1`,
      [status],
    ),
  ),
)
if (!final || !draft) throw new Error('The demo has no such scores.')
const scorePage = ({ seller_code, period }: typeof final) =>
  `/console/sellers/${seller_code}?period=${period}`
const certificateOf = ({ seller_code, period }: typeof final) =>
  call('bod', 'GET', `/api/sos/sellers/${seller_code}/score/certificate?period=${period}`)

await eventually(async () => (await certificateOf(final)).status === 200)

/** A file as somebody has it. */
const file = (name: string, content: string | object) => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)),
})

t.test('a certificate says where its leaf stands, is verified and kept', async (t) => {
  const { page, checkAxe } = await openConsole(t, { as: 'viewer', path: scorePage(final) })
  await page.getByText(/^Leaf \d+ of \d+/).waitFor()
  await page.getByText('Signed', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Verify now' }).click()
  await page.getByText('Valid: nothing in it fails.').waitFor()
  const checks = page.getByRole('list', { name: 'What was checked' }).getByRole('listitem')
  t.equal(await checks.count(), 7)
  t.equal(await checks.filter({ hasText: 'Holds' }).count(), 7)
  await checkAxe('a certificate')

  const [kept] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download JSON' }).click(),
  ])
  t.equal(kept.suggestedFilename(), `certificate-${final.seller_code}-${final.period}-r1.json`)
  t.same(JSON.parse(await readFile(await kept.path(), 'utf8')), (await certificateOf(final)).body)
  const [paper] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download to print' }).click(),
  ])
  t.match(await readFile(await paper.path(), 'utf8'), /^<!doctype html>.*Certificate of a final score/s)
})

t.test('a score that is not final has none', async (t) => {
  const { page } = await openConsole(t, { as: 'viewer', path: scorePage(draft) })
  await page.getByRole('heading', { name: 'The cheapest path' }).waitFor()
  t.equal(await page.getByRole('heading', { name: 'Certificate' }).count(), 0)
})

t.test('a changed byte fails the check that it belongs to', async (t) => {
  const certificate: Certificate = (await certificateOf(final)).body
  const { page, checkAxe } = await openConsole(t, { as: 'seller' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search' }).fill('verify')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Verify a certificate' }).waitFor()
  const given = page.locator('input[type=file]')
  const failing = page.getByRole('list', { name: 'What was checked' }).getByRole('listitem').filter({
    hasText: 'Fails',
  })
  await given.setInputFiles(file('mine.json', certificate))
  await page.getByText('Valid: nothing in it fails.').waitFor()
  await page.getByText('Of mine.json').waitFor()

  const inputs = certificate.inputs.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10))
  await given.setInputFiles(file('inputs.json', { ...certificate, inputs }))
  await page.getByText('Of inputs.json').waitFor()
  await page.getByText('Not valid: at least one check fails.').waitFor()
  await failing.filter({ hasText: 'Texts' }).waitFor()
  t.equal(await failing.filter({ hasText: 'Signature' }).count(), 0, 'the head is what it was')
  await checkAxe('a certificate that is not valid')

  const statement = certificate.statement.replace(`"total_sos":${final.total_sos}`, '"total_sos":100')
  t.not(statement, certificate.statement)
  await given.setInputFiles(file('total.json', { ...certificate, statement }))
  await page.getByText('Of total.json').waitFor()
  await failing.filter({ hasText: 'Place in the log' }).waitFor()
  await failing.filter({ hasText: 'Computed again' }).waitFor()
  await failing.filter({ hasText: 'Stored score' }).waitFor()
})

t.test('what is no certificate is told before it is sent, or in the words of the service', async (t) => {
  const { page, expectAnswers } = await openConsole(t, { as: 'warehouse', path: '/console/verify' })
  const given = page.locator('input[type=file]')
  await given.setInputFiles(file('list.csv', 'seller,total'))
  await page.getByRole('alert').getByText('list.csv is no certificate.').waitFor()
  await given.setInputFiles(file('large.json', 'x'.repeat(1_100_000)))
  await page.getByRole('alert').getByText('larger than 1 MB').waitFor()
  expectAnswers({ 'POST /api/sos/verify': [400] })
  await given.setInputFiles(file('half.json', { statement: '{}', proof: '' }))
  await page
    .getByRole('alert')
    .getByText(/inputs|format/)
    .waitFor()
})

t.test('until the log has a score, its page says so and asks again', async (t) => {
  const release = await holdTable(t, app.env.DATABASE_URL ?? '', 'log_leaves')
  const { id } = (
    await call('bod', 'GET', `/api/sos/monthly?period=${draft.period}&search=${draft.seller_code}`)
  ).body.data[0]
  await done('bod', 'PATCH', `/api/sos/monthly/${id}/finalize`, {
    notes: 'Settled',
    accept: ['month_not_over'],
  })
  const { page, checkAxe } = await openConsole(t, { as: 'viewer', path: scorePage(draft) })
  await page.getByText('The certificate comes in a moment; this asks again by itself.').waitFor()
  await checkAxe('a certificate that is awaited')
  await release()
  await app.db.transaction((tx) => app.jobs.send(tx, certify, {}))
  await page.getByRole('button', { name: 'Verify now' }).waitFor()
})

t.test('the certificate of an older revision names the newer one', async (t) => {
  const { seller_code, period } = final
  const older = (await certificateOf(final)).body
  const filed = await done('bod', 'POST', '/api/appeals', {
    seller_code,
    period,
    component_appealed: 'o_score',
    appeal_reason_type: 'carrier_fault',
    description: 'The carrier missed its pick-ups for three days',
    evidence_urls: ['https://files.example.com/pick-ups.pdf'],
    submitted_by_am_id: final.am_id,
  })
  await done('ops_head', 'PATCH', `/api/appeals/${filed.id}/review-ops`, { decision: 'approve' })
  await done('am_head', 'PATCH', `/api/appeals/${filed.id}/review-am`, {
    decision: 'approve',
    score_adjustment: { o_score_raw_after: 100 },
  })
  await eventually(async () => (await certificateOf(final)).status === 200)

  const { page, checkAxe } = await openConsole(t, { as: 'am_head', path: scorePage(final) })
  const revision = page.getByLabel('Revision', { exact: true })
  await revision.selectOption('Revision 1')
  await page.getByRole('button', { name: 'Verify now' }).click()
  await page.getByText('There is a newer revision of this score, 2').waitFor()
  await page.getByText('Valid: nothing in it fails.').waitFor()
  await checkAxe('two certificates')
  await page.getByRole('link', { name: 'Verify a file' }).click()
  await page.locator('input[type=file]').setInputFiles(file('older.json', older))
  await page.getByText('There is a newer revision of this score, 2').waitFor()
  await page.getByRole('link', { name: 'See the newer one' }).click()
  await page.getByRole('heading', { name: 'Certificate' }).waitFor()
  t.equal(await page.getByLabel('Revision', { exact: true }).inputValue(), '2')
})

t.test('without a key of the log, the page says what is missing', async (t) => {
  const { openConsole } = await consoleService(t, { mode: 'verified' })
  const { page, checkAxe } = await openConsole(t, { as: 'viewer', path: scorePage(final) })
  await page.getByText('This service has no LOG_SIGNING_KEY').waitFor()
  await checkAxe('no certificate')
})

t.test('the audit page says whether the logs are whole', async (t) => {
  const { data } = (await call('admin', 'GET', '/api/audit?limit=1')).body
  for (const job of [certifyAuditJob, logAuditJob])
    await app.db.transaction((tx) => app.jobs.send(tx, job, {}))
  const verified = async () => (await call('admin', 'GET', `/api/audit/verify?to=${data[0].id}`)).body
  await eventually(async () => (await verified()).not_chained === 0)
  await eventually(
    async () => (await call('admin', 'GET', '/api/transparency/audit')).body.checked_at !== null,
  )
  const { page, checkAxe } = await openConsole(t, { as: 'admin', path: '/console/audit' })
  const rows = page.getByRole('region', { name: 'The audit log' })
  await rows.getByText(/^All \d+ rows are what their leaves say/).waitFor()
  await page.getByText('Nothing: everything is as the logs say.').waitFor()
  await checkAxe('the state of the logs')

  await app.db.transaction(async (tx) => {
    await tx.run("set local session_replication_role = 'replica'")
    await tx.run(`update audit_log set action = 'seller.seen' where id = ${data[0].id}`)
  })
  await page.reload()
  await rows.getByText('Fails').waitFor()
  await rows.getByText(`id ${data[0].id}`).waitFor()
  await checkAxe('a row that was changed')
})
