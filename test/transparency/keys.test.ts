import t from 'tap'
import { certifyScores } from '../../plugins/transparency/scores/certify-scores.ts'
import { buildApp } from '../../src/app.ts'
import { newSigningKey } from '../../src/domain/transparency/log-keys.ts'
import { readEnv } from '../../src/env.ts'
import { parseTlogProof } from '../../src/transparency/log/checkpoint.ts'
import { formatVerifierKey, parseNote, readSigner, verifyNote } from '../../src/transparency/log/note.ts'
import { testApp, testSettings } from '../setup/app.ts'
import { finalMonth, leavesCome, leavesOf, sellerWithFacts } from './setup.ts'

const ORIGIN = 'scores.example.com/log'
const VERIFIED = { AUTH_MODE: 'verified', JWT_SECRET: 'x'.repeat(32), LOG_ORIGIN: ORIGIN } as const

t.test('the keys of the log', async (t) => {
  const [old, young] = [newSigningKey(), newSigningKey()]
  const settings = { WORKER: 'on', LOG_ORIGIN: ORIGIN, LOG_SIGNING_KEY: old }
  const { app, call, user, DATABASE_URL } = await testApp(t, settings)
  const { seller_code } = await sellerWithFacts(app)
  await finalMonth(call)
  await leavesCome(app, 1)
  const url = `/api/sos/sellers/${seller_code}/score/certificate`
  const before = (await call('viewer', 'GET', url)).body
  const signersOf = (certificate: { proof: string }, ...keys: string[]) => {
    const note = parseNote(parseTlogProof(certificate.proof).checkpoint)
    const signed = keys.filter((key) => {
      try {
        return verifyNote(note, [readSigner(ORIGIN, key).key]).length > 0
      } catch {
        return false
      }
    })
    return signed.map((key) => (key === old ? 'old' : 'young'))
  }

  t.test('while it is changed both sign, the newest head once more, and the log stays', async (t) => {
    t.same(signersOf(before, old, young), ['old'])
    const LOG_SIGNING_KEY = `${old},${young}`
    const both = await testApp(t, { DATABASE_URL, LOG_ORIGIN: ORIGIN, LOG_SIGNING_KEY })
    const leaves = await leavesOf(app)
    t.equal(await certifyScores(both.app), 0)
    const certificate = (await both.call('viewer', 'GET', url)).body
    t.same(signersOf(certificate, old, young), ['old', 'young'])
    t.equal(certificate.statement, before.statement)
    t.same(await leavesOf(app), leaves)
    await certifyScores(both.app)
    t.equal(await app.db.value('select count(*) from log_checkpoints'), 2, 'not signed a third time')
  })

  t.test('afterwards old certificates verify by the key of the past, new ones by the new key', async (t) => {
    const past = formatVerifierKey(readSigner(ORIGIN, old).key)
    const settings = { DATABASE_URL, LOG_ORIGIN: ORIGIN, LOG_SIGNING_KEY: young, WORKER: 'off' }
    const trusting = await testApp(t, { ...settings, LOG_TRUSTED_KEYS: past })
    const now = (await trusting.call('viewer', 'GET', url)).body
    for (const certificate of [before, now])
      t.match((await trusting.call('viewer', 'POST', '/api/sos/verify', certificate)).body, { valid: true })
    const { keys } = (await trusting.call(null, 'GET', '/api/transparency/key')).body
    t.match(keys, [
      { log: 'scores', use: 'signs' },
      { log: 'scores', use: 'past' },
    ])
    const strict = await testApp(t, settings)
    const { valid, checks } = (await strict.call('viewer', 'POST', '/api/sos/verify', before)).body
    t.same([valid, checks[0]], [false, { ...checks[0], check: 'signature', ok: false }])
  })

  t.test('without a key there are no certificates, and all else works', async (t) => {
    const none = await testApp(t, { ...VERIFIED, DATABASE_URL })
    t.same(none.app.logKeys.signers, [])
    const auditor = { name: 'auditor', user_id: user.viewer.id, role: 'viewer' }
    const { key } = (await call('bod', 'POST', '/api/auth/api-keys', auditor)).body
    const headers = { 'x-user-id': String(user.viewer.id), authorization: `Bearer ${key}` }
    const ask = (path: string) => none.call(null, 'GET', path, undefined, headers)
    t.match(await ask(url), { status: 503, headers: { 'x-error-code': 'no_signing_key' } })
    t.equal((await ask(url.replace('certificate', 'explanation'))).status, 200)
    t.equal((await ask('/api/health')).status, 200)
    t.equal(await certifyScores(none.app), 0)
    t.same((await ask('/api/transparency/key')).body, { keys: [] })
  })

  t.test('what is no key stops the start with a sentence', async (t) => {
    for (const setting of ['LOG_SIGNING_KEY', 'LOG_TRUSTED_KEYS'])
      await t.rejects(
        buildApp(readEnv({ ...testSettings, DATABASE_URL, [setting]: 'nonsense' })),
        { message: new RegExp(`^${setting} can't be used: `) },
        setting,
      )
  })
})
