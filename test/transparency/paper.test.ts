import { createHash } from 'node:crypto'
import t from 'tap'
import { paperBody } from '../../plugins/transparency/paper/body.ts'
import { paperOf } from '../../plugins/transparency/paper/page.ts'
import { testApp } from '../setup/app.ts'
import { aRichCertificate } from './a-certificate.ts'
import { finalMonth, leavesCome, sellerWithFacts } from './setup.ts'

const certificate = aRichCertificate()

t.test('the page shows the score, its components, its reasons and its proof', async (t) => {
  const body = paperBody(certificate)
  for (const shown of [
    'Seller <b>S-1</b>, 2026-05, revision 4',
    '<b>88.5</b>',
    '<th scope="row">Finance</th><td>90</td>',
    'An appeal of o_score set the raw of p_score',
    '<dd>3 of 7</dd>',
  ])
    t.ok(body.includes(shown), shown)
})

t.test('what a certificate holds never becomes markup', async (t) => {
  const bad = '</script><script>alert(1)</script>'
  const statement = certificate.statement.replace('"seller_code":"S-1"', `"seller_code":"${bad}"`)
  const { page } = paperOf({ ...certificate, statement }, [bad], 'program()')
  t.equal(page.match(/<script/g)?.length, 3, 'the certificate, the keys and the program')
  t.notOk(page.includes('<script>alert'))
  t.ok(page.includes('&lt;/script&gt;'))
})

t.test('only what the page came with may run in it', async (t) => {
  const { page, policy } = paperOf(certificate, [], 'program()')
  const hash = createHash('sha256').update('program()').digest('base64')
  t.ok(policy.startsWith(`default-src 'none'; script-src 'sha256-${hash}'; style-src 'sha256-`))
  t.ok(policy.endsWith("; frame-ancestors 'none'"))
  t.ok(
    page.includes(`content="${policy.replace("; frame-ancestors 'none'", '').replaceAll("'", '&#39;')}"`),
    'the saved page is as strict',
  )
  t.notOk(/(?:src|href)=/.test(page), 'it asks for nothing')
  const without = paperOf(certificate, [], null)
  t.notOk(without.policy.includes('script-src'))
  t.match(without.page, /Not verified: the program of this page did not run/)
})

t.test('what this code can not explain is shown without', async (t) => {
  const body = paperBody({ ...certificate, rules: '{}' })
  t.match(body, /can not be shown by this release/)
  t.match(body, /88\.5/)
})

t.test('a browser gets the page, and a program the JSON', async (t) => {
  const { app, call, user } = await testApp(t)
  const { seller_code } = await sellerWithFacts(app)
  await finalMonth(call)
  await leavesCome(app, 1)
  const get = async (accept: string) =>
    app.inject({
      url: `/api/sos/sellers/${seller_code}/score/certificate`,
      headers: { accept, 'x-user-id': String(user.viewer.id) },
    })
  const page = await get('text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8')
  t.equal(page.statusCode, 200)
  t.match(page.headers, { 'content-type': /^text\/html/, vary: /accept/ })
  t.match(page.headers['content-security-policy'], /^default-src 'none'; /)
  t.ok(page.body.includes(seller_code))
  for (const accept of ['*/*', 'application/json', 'application/json, text/html;q=0.5'])
    t.match((await get(accept)).headers['content-type'], /^application\/json/, accept)
})
