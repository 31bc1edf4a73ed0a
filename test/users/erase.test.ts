import t from 'tap'
import { authClient, makeAccount, PASSWORD } from '../auth/accounts.ts'
import { aCampaign } from '../campaigns/a-campaign.ts'
import { testApp } from '../setup/app.ts'
import { overlapping } from '../setup/waiters.ts'
import { everything } from './everything.ts'

const test = await testApp(t)
const { app, call, user } = test
const { login, me, idpLogin } = authClient(test)
const erase = (id: number) => call('bod', 'POST', `/api/users/${id}/erase`)

t.test('name, e-mail address and logins of a person are gone from everywhere', async (t) => {
  const [name, email] = ['Zebedee Quillfeather', 'zq@example.com']
  const manager = { name, email, employee_id: 1471147114 }
  const am = (await call('bod', 'POST', '/api/sellers/am/create', manager)).body.id
  const fields = { full_name: 'Zebedee Oldname', email, role: 'am', am_id: am }
  const id = await makeAccount(test, 'zebedee', fields)
  await call('bod', 'PATCH', `/api/users/${id}`, { full_name: name })
  const seller = { seller_code: 'S-1', company_name: 'First', assigned_am_id: am }
  await call('bod', 'POST', '/api/sellers', seller)
  await call('bod', 'POST', '/api/campaigns', aCampaign({ created_by: name }))
  await app.db.rows(`insert into score_revisions (seller_id, period, revision, score)
                     select id, '2026-01', 1, '{"reviewed_by": "Zebedee Quillfeather"}' from sellers`)
  const { session } = (await idpLogin('zq@example.com', PASSWORD)).body
  await login('zebedee', 'wrong')
  const key = { name: 'Zebedee’s script', user_id: id, role: 'am' }
  const made = (await call('bod', 'POST', '/api/auth/api-keys', key)).body
  await call('bod', 'POST', `/api/users/${id}/password-reset`)
  const before = await app.db.row<{ n: number }>('select count(*) as n from audit_log')

  t.match(await erase(id), { status: 200, body: { success: true } })
  for (const [table, text] of await everything(app))
    for (const word of ['zebedee', 'quillfeather', 'oldname', 'zq@example.com', '1471147114'])
      if (!(word === '1471147114' && table === 'audit_log'))
        t.notOk(text.includes(word), `${word} in ${table}`)
  t.equal((await me(session.access_token)).status, 401)
  t.equal((await me(made.key)).status, 401)
  t.equal((await login('zebedee', PASSWORD)).status, 401)
  for (const table of ['sessions', 'login_networks', 'password_resets'])
    t.same(await app.db.rows(`select from ${table} where user_id = $1`, [id]), [], table)
  t.same(await app.db.rows(`select from login_failures where account = $1`, [`user:${id}`]), [])

  const [shown] = (await call('bod', 'GET', `/api/users?search=erased-${id}`)).body.data
  t.match(shown, { id, username: `erased-${id}`, full_name: 'erased', is_active: false, role: 'am' })
  const log = (await call('bod', 'GET', `/api/audit?entity=user&entity_id=${id}&limit=500`)).body.data
  t.match(log[0], { action: 'user.erased', user_id: user.bod.id, username: 'bod' })
  t.match(log.at(-1), {
    action: 'user.created',
    after: { id, username: 'erased', full_name: 'erased', email: 'erased', role: 'am' },
  })
  const logins = await app.db.row<{ n: number }>('select count(*) as n from audit_log')
  t.ok(Number(logins?.n) > Number(before?.n), 'no row of the log is gone')
  t.match((await call('bod', 'GET', '/api/sellers/S-1')).body, { assigned_am_id: am, am_name: 'erased' })
})

t.test('data of others stays', async (t) => {
  const id = await makeAccount(test, 'bo', { full_name: 'viewer' })
  const rows = (where: string) =>
    app.db.rows<{ id: string }>(`select * from audit_log where ${where} order by id`)
  const others = `(before, after)::text not like '%bo@example.com%'`
  const before = await rows(`entity_id is distinct from '${id}' and ${others}`)
  await erase(id)
  const ids = before.map((row) => row.id)
  t.same(await rows(`id in (${ids})`), before, 'a role that is spelled like the name, for one')
})

t.test('erasing again changes nothing, and an erased account becomes nobody else', async (t) => {
  const id = await makeAccount(test, 'twice')
  t.equal((await erase(id)).status, 200)
  const audited = () => app.db.rows(`select id from audit_log order by id`)
  const log = await audited()
  t.equal((await erase(id)).status, 200)
  t.same(await audited(), log)
  t.match(await call('bod', 'PATCH', `/api/users/${id}`, { username: 'again', is_active: true }), {
    status: 409,
    headers: { 'x-error-code': 'person_erased' },
  })
  t.equal((await call('bod', 'POST', `/api/users/${id}/password-reset`)).status, 409)
  t.equal((await erase(2147483647)).status, 404)
  t.equal((await makeAccount(test, 'twice')) > id, true, 'the username is free')
})

t.test('an employee goes with all accounts; an account leaves one of the personnel system', async (t) => {
  const [full_name, position] = ['Ylvakristin Torn', 'Shift lead of Ylvakristin’s shift']
  const person = { employee_code: 'E-77', full_name, email: 'ylvakristin@example.com', position }
  const { id: employee_id } = await test.done('bod', 'POST', '/api/employees', person)
  const one = await makeAccount(test, 'ylvakristin1', { full_name, employee_id })
  const two = await makeAccount(test, 'ylvakristin2', { full_name, employee_id })
  const left = { warnings: [new RegExp(`POST /api/employees/${employee_id}/erase`)] }
  for (const time of ['first', 'again']) t.match((await erase(one)).body, left, time)
  t.equal((await login('ylvakristin2', PASSWORD)).status, 200)
  t.equal((await call('bod', 'POST', `/api/employees/${employee_id}/erase`)).status, 200)
  t.equal((await login('ylvakristin2', PASSWORD)).status, 401)
  for (const [table, text] of await everything(app)) t.notOk(text.includes('ylvakristin'), table)
  const [shown] = (await call('bod', 'GET', '/api/employees?search=E-77')).body.data
  t.match(shown, { id: employee_id, full_name: 'erased', email: null, position: null, is_active: false })
  t.match(await call('bod', 'PATCH', `/api/employees/${employee_id}`, { full_name: 'X' }), { status: 409 })
  t.match((await call('bod', 'GET', `/api/audit?entity=user&entity_id=${two}`)).body.data[0], {
    action: 'user.erased',
  })
})

t.test('an erasure that was meant for an earlier version is refused', async (t) => {
  const id = await makeAccount(test, 'quick', { full_name: 'Quick Change', role: 'viewer' })
  const { headers } = await call('bod', 'GET', `/api/users/${id}`)
  await call('bod', 'PATCH', `/api/users/${id}`, { full_name: 'Quick Changed' })
  const ifMatch = { 'if-match': String(headers.etag) }
  t.equal((await call('bod', 'POST', `/api/users/${id}/erase`, {}, ifMatch)).status, 412)
  t.match((await call('bod', 'GET', `/api/users/${id}`)).body, { full_name: 'Quick Changed' })
  const { employee_id } = (await call('bod', 'GET', `/api/users/${id}`)).body
  t.equal(
    (await call('bod', 'POST', `/api/employees/${employee_id}/erase`, {}, { 'if-match': '"0"' })).status,
    412,
  )
})

for (const what of ['users', 'employees', 'sellers/am'] as const)
  t.test(`a name that /api/${what} gets beside an erasure is erased wherever it was typed`, async (t) => {
    const name = `Late ${what}`
    const username = `late-${what.replace('/', '-')}`
    const am_id = (await call('bod', 'POST', '/api/sellers/am/create', { name: 'Early' })).body.id
    const users = await makeAccount(test, username, { role: 'am', am_id })
    const employees = await app.db.value<number>('select employee_id from users where id = $1', [users])
    const campaign = aCampaign({ campaign_code: username, created_by: name })
    const { id } = await test.done('bod', 'POST', '/api/campaigns', campaign)
    const renamed = `/api/${what}/${{ users, employees, 'sellers/am': am_id }[what]}`
    await overlapping(t, app.db, 'audit_log', [
      () => call('bod', 'PATCH', renamed, what === 'sellers/am' ? { name } : { full_name: name }),
      () => (what === 'users' ? call('bod', 'POST', `/api/employees/${employees}/erase`) : erase(users)),
    ])
    t.match(await call('bod', 'GET', `/api/campaigns/${id}`), { body: { created_by: 'erased' } })
  })

t.test('a login beside an erasure is refused, and nothing of it is kept', async (t) => {
  const id = await makeAccount(test, 'gone')
  const both = [() => erase(id), () => login('gone', PASSWORD)]
  t.match(await overlapping(t, app.db, 'audit_log', both), [{ status: 200 }, { status: 401 }])
  t.same(await app.db.rows('select from login_networks where user_id = $1', [id]), [])
})

t.test('the last active bod stays, of two who erase each other, too', async (t) => {
  t.match(await erase(user.bod.id), { status: 409, headers: { 'x-error-code': 'last_bod' } })
  const other = await makeAccount(test, 'secondbod', { role: 'bod' })
  const answers = await Promise.all([
    call('admin', 'POST', `/api/users/${user.bod.id}/erase`),
    call('admin', 'POST', `/api/users/${other}/erase`),
  ])
  t.same(answers.map(({ status }) => status).sort(), [200, 409])
  t.equal(
    (await app.db.row<{ n: number }>(`select count(*) as n from users where role = 'bod' and is_active`))?.n,
    1,
  )
})

t.test('the last active administrator stays where the board has no account', async (t) => {
  await app.db.run(`update users set is_active = false where role = 'bod'`)
  app.identities.forget()
  const { employee_id } = (await call('admin', 'GET', `/api/users/${user.admin.id}`)).body
  const last = { status: 409, headers: { 'x-error-code': 'last_administrator' } }
  t.match(await call('admin', 'POST', `/api/employees/${employee_id}/erase`), last)
  t.match(await call('admin', 'POST', `/api/users/${user.admin.id}/erase`), last)
})
