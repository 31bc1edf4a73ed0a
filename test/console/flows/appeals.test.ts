import t from 'tap'
import { LAST } from '../../setup/months.ts'
import { consoleService } from '../browser.ts'

// An appeal from the seller's page to the decision, by three people.

const { openConsole, call } = await consoleService(t, { changes: true })

interface Score {
  seller_code: string
  components: Record<'o_score', { raw: number }>
}

/** A seller of the account manager's that has points to win and no appeal yet. */
async function sellerToAppeal() {
  const scores = (await call('am', 'GET', `/api/sos/monthly?period=${LAST}&limit=100`)).body.data as Score[]
  const appeals = (await call('am', 'GET', '/api/appeals?limit=100')).body.data as { seller_code: string }[]
  const found = scores.find(
    ({ seller_code, components }) =>
      components.o_score.raw < 80 && !appeals.some((one) => one.seller_code === seller_code),
  )
  if (!found) throw new Error('The account manager has no seller with points to win.')
  return found.seller_code
}

const code = await sellerToAppeal()
let id = 0

t.test('an account manager appeals from the seller’s page', async (t) => {
  const { page, checkAxe } = await openConsole(t, {
    as: 'am',
    path: `/console/sellers/${code}?period=${LAST}`,
    expect: { 'POST /api/appeals': [503, 409] },
  })
  await page.getByRole('link', { name: 'Appeal Operations' }).click()
  await page.getByText(/The score now has .* points here/).waitFor()
  t.equal(await page.getByLabel('Seller code').inputValue(), code)
  t.equal(await page.getByLabel('Component').inputValue(), 'o_score')
  const submit = page.getByRole('button', { name: 'Submit the appeal' })
  await submit.click()
  await page.getByRole('alert').getByText('Still missing: Reason, Description').waitFor()
  await page.getByLabel('Reason').selectOption('carrier_fault')
  await page.getByLabel('Description').fill(' too  short ')
  await submit.click()
  await page.getByRole('alert').getByText('Still missing: Description (ten characters or more).').waitFor()
  await page.getByLabel('Description').fill('The carrier <b>missed</b> its pick-ups \u202Bתודה\u202C')
  await page.getByLabel('Evidence').fill('javascript:alert(1)')
  await page.getByText('Each line must begin with https:// or http://.').waitFor()
  t.ok(await page.getByRole('button', { name: 'Submit the appeal' }).isDisabled())
  await page.getByLabel('Evidence').fill('https://files.example.com/pick-ups.pdf')
  await checkAxe('a new appeal')

  // The service is busy once: the form stays.
  await page.route('**/api/appeals', (route) => route.fulfill({ status: 503, json: { error: 'Busy.' } }), {
    times: 1,
  })
  await page.getByRole('button', { name: 'Submit the appeal' }).click()
  await page.getByRole('alert').getByText('What you have typed is kept').waitFor()
  t.match(await page.getByLabel('Description').inputValue(), 'The carrier <b>missed</b>')
  await page.getByRole('button', { name: 'Submit the appeal' }).click()
  await page.waitForURL(/\/appeals\/\d+/)
  id = Number(/appeals\/(\d+)/.exec(page.url())?.[1])
  const link = page.getByRole('link', { name: 'https://files.example.com/pick-ups.pdf' })
  t.equal(await link.getAttribute('rel'), 'noopener noreferrer')
  await page.getByText('Waits for the head of operations.').waitFor()
  t.equal(await page.getByRole('heading', { name: 'Recommend' }).count(), 0, 'no step of this role')

  // The same once more is refused, in the service's words.
  await page.goto(`/console/appeals/new?seller=${code}&component=o_score&period=${LAST}`)
  await page.getByLabel('Reason').selectOption('data_error')
  await page.getByLabel('Description').fill('The carrier missed its pick-ups')
  await page.getByRole('button', { name: 'Submit the appeal' }).click()
  await page.getByRole('alert').waitFor()
})

t.test('the head who recommends may not decide, and is told', async (t) => {
  const { page, checkAxe } = await openConsole(t, { as: 'admin', path: `/console/appeals?period=${LAST}` })
  await page.getByRole('button', { name: /^To recommend/ }).click()
  await page.waitForURL(/status=pending/)
  await checkAxe('the list of appeals')
  await page.locator('tbody').getByRole('link').filter({ hasText: code }).click()
  await page.getByRole('radio', { name: 'Approve in part' }).check()
  await page.getByLabel('Notes').fill('Two of the three days are proved')
  await page.getByRole('button', { name: 'Send the recommendation' }).click()
  await page.getByText('You made the first step. The second one is for somebody else.').waitFor()
  t.equal(await page.getByRole('heading', { name: 'Decide' }).count(), 0)
  const refused = await call('admin', 'PATCH', `/api/appeals/${id}/review-am`, { decision: 'reject' })
  t.equal(refused.status, 409, 'the service is of the same opinion')
  await page.getByLabel('Your comment').fill('See the dock log of the 14th')
  await page.getByRole('button', { name: 'Add the comment' }).click()
  await page.locator('.comments').getByText('See the dock log of the 14th').waitFor()
})

t.test('what the preview says is what the decision does', async (t) => {
  const { page, checkAxe, expectAnswers } = await openConsole(t, {
    as: 'am_head',
    path: `/console/appeals/${id}?period=${LAST}`,
  })
  await page.getByRole('radio', { name: 'Approve in part' }).check()
  await page.getByRole('region', { name: 'If you decide so' }).waitFor()
  const slider = page.getByRole('slider')
  const from = Number(await page.getByRole('textbox', { name: /points after the decision/ }).inputValue())
  await slider.press('ArrowRight')
  await slider.press('ArrowRight')
  t.equal(
    Number(await page.getByRole('textbox', { name: /points after the decision/ }).inputValue()),
    from + 2,
    'the arrows move it point by point',
  )
  await page.getByRole('textbox', { name: /points after the decision/ }).fill('200')
  await page.getByText('Points are a number from 0 to 100').waitFor()
  const said = page.waitForResponse(/preview\?o_score_raw_after=97.25/)
  await page.getByRole('textbox', { name: /points after the decision/ }).fill('97.25')
  const preview = await (await said).json()
  await page.getByRole('region', { name: 'If you decide so' }).getByText('97.25').waitFor()
  await page.getByLabel('Notes').fill('Agreed after a call')
  await page.evaluate('scrollTo(0, 0)') // a field half under the bar on top is no target
  await checkAxe('a decision')

  // Somebody changed it meanwhile: both versions, the form stays, and it can be sent again.
  expectAnswers({ [`PATCH /api/appeals/${id}/review-am`]: 412 })
  await page.route(
    `**/api/appeals/${id}/review-am`,
    (route) => route.continue({ headers: { ...route.request().headers(), 'if-match': '"1-1"' } }),
    { times: 1 },
  )
  const decide = page.getByRole('button', { name: 'Decide for good' })
  await decide.first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Decide for good' }).click()
  await page.getByRole('button', { name: 'I have seen it: let me send again' }).click()
  t.equal(
    await page.getByRole('textbox', { name: 'Notes' }).inputValue(),
    'Agreed after a call',
    'the form is as it was',
  )

  await decide.first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Decide for good' }).click()
  await page.getByText('The appeal is decided.').waitFor()
  const { body } = await call('am_head', 'GET', `/api/appeals/${id}`)
  t.equal(body.status, 'partially_approved')
  t.same(body.score_after.components, preview.score_after.components)
  t.equal(body.score_after.total_sos, preview.score_after.total_sos)
  t.equal(body.score_after.tier.name, preview.score_after.tier.name)
  await page.getByRole('region', { name: 'What it changes' }).waitFor()
  t.equal(await page.getByRole('button', { name: 'Withdraw' }).count(), 0)
  await checkAxe('a decided appeal')
})

/** Another appeal that waits for its first step, opened by the board, who may make both. */
async function boardOpens(t: Parameters<typeof openConsole>[0], component_appealed: string) {
  const { body, status } = await call('am', 'POST', '/api/appeals', {
    seller_code: code,
    period: LAST,
    component_appealed,
    appeal_reason_type: 'data_error',
    description: 'The carrier missed its pick-ups',
  })
  if (status !== 200) throw new Error(body.error)
  const opened = await openConsole(t, { as: 'bod', path: `/console/appeals/${body.id}?period=${LAST}` })
  const decide = async () => {
    await opened.page.getByRole('heading', { name: 'Decide' }).waitFor()
    t.equal(await opened.page.getByRole('textbox', { name: 'Notes' }).inputValue(), '', 'nothing is written')
    t.equal(await opened.page.getByRole('radio', { checked: true }).count(), 0, 'nothing is chosen')
    await opened.page.getByRole('radio', { name: 'Reject' }).check()
    await opened.page.getByRole('button', { name: 'Decide for good' }).click()
    await opened.page.getByRole('dialog').getByRole('button', { name: 'Decide for good' }).click()
    await opened.page.getByText('The appeal is decided.').waitFor()
    const { body: decided } = await call('bod', 'GET', `/api/appeals/${body.id}`)
    t.match(decided, { status: 'rejected', am: { decision: 'reject' } })
  }
  return { ...opened, id: body.id as number, decide }
}

t.test('who makes both steps begins the second with an empty form, and it is taken at once', async (t) => {
  const { page, decide } = await boardOpens(t, 't_score')
  await page.getByRole('radio', { name: 'Approve', exact: true }).check()
  await page.getByLabel('Notes').fill('Between the two of us')
  await page.getByRole('button', { name: 'Send the recommendation' }).click()
  await decide()
})

t.test('who comes too late is shown what another did, and goes on with an empty form', async (t) => {
  const { page, expectAnswers, id, decide } = await boardOpens(t, 'p_score')
  await page.getByRole('radio', { name: 'Approve', exact: true }).check()
  await page.getByLabel('Notes').fill('Between the two of us')
  await call('admin', 'PATCH', `/api/appeals/${id}/review-ops`, { decision: 'reject' })
  expectAnswers({ [`PATCH /api/appeals/${id}/review-ops`]: 412 })
  await page.getByRole('button', { name: 'Send the recommendation' }).click()
  await page.getByRole('cell', { name: 'To decide' }).waitFor()
  t.equal(
    await page.getByRole('textbox', { name: 'Notes' }).inputValue(),
    'Between the two of us',
    'what was written stays',
  )
  await page.getByRole('button', { name: 'Leave it, show the appeal as it is' }).click()
  await decide()
})
