import t from 'tap'
import { renewSecrets } from '../../plugins/webhooks/stored-secrets.ts'
import { createEncryption } from '../../src/platform/security/secrets.ts'
import { testApp } from '../setup/app.ts'
import { startService } from '../setup/service.ts'
import { overlapping } from '../setup/waiters.ts'

const [OLD, NEW] = ['the key of the year before, which is known', 'the key of this year, which nobody knows']
const { app: first, DATABASE_URL } = await testApp(t, { WEBHOOK_SECRET_KEY: OLD })

/** Runs the command as an operator does: its exit status and what it printed beside the log. */
async function rotate(keys: Record<string, string>) {
  const { status, printed } = await startService(t, { DATABASE_URL, ...keys }, 'src/rotate-secrets.ts').ended
  return { status, printed: printed.replaceAll(/^\{.*\n/gm, '') }
}

t.test('the key of webhook secrets', async (t) => {
  const old = createEncryption(OLD)
  const secrets = Array.from({ length: 120 }, (_, n) => old.encrypt(`whsec_${n}`))
  await first.db.rows(
    `insert into webhook_subscriptions (url, events, secret, previous_secret, headers)
     select 'https://example.com/', '{*}', secret, $2, $3 from unnest($1::text[]) as secret`,
    [secrets, createEncryption('of long ago').encrypt('x'), old.encrypt('{"x-key":"1"}')],
  )
  const start = (keys: Record<string, string>) => testApp(t, { DATABASE_URL, ...keys })

  t.test('is refused at the start when it opens none of them', async (t) => {
    await t.rejects(start({ WEBHOOK_SECRET_KEY: NEW }), {
      name: 'StartupError',
      message:
        /^WEBHOOK_SECRET_KEY opens none of the stored secrets of webhooks: .* npm run rotate-secrets\.$/,
    })
  })

  t.test('is changed with the previous one beside it: both open, the new one encrypts', async (t) => {
    const both = await start({ WEBHOOK_SECRET_KEY: NEW, WEBHOOK_SECRET_KEY_PREVIOUS: OLD })
    const { encryption } = both.app
    t.equal(encryption.decrypt(secrets[7] as string), 'whsec_7')
    t.equal(createEncryption(NEW).decrypt(encryption.encrypt('fresh')), 'fresh')
    const early = await start({ WEBHOOK_SECRET_KEY: OLD, WEBHOOK_SECRET_KEY_PREVIOUS: NEW })
    t.equal(early.app.encryption.decrypt(encryption.encrypt('fresh')), 'fresh', 'also where it comes second')
  })

  t.test('is the only one that opens them after npm run rotate-secrets', async (t) => {
    const keys = { WEBHOOK_SECRET_KEY: NEW, WEBHOOK_SECRET_KEY_PREVIOUS: OLD }
    for (const count of [120, 0]) {
      const printed = `Of 120 webhooks, the secrets of ${count} were encrypted anew.\n`
      t.same(await rotate(keys), { status: 0, printed })
    }
    const { app } = await start({ WEBHOOK_SECRET_KEY: NEW })
    const rows = await app.db.rows<Record<string, string>>('select * from webhook_subscriptions order by id')
    const { decrypt } = app.encryption
    t.same(
      rows.map(({ secret = '' }) => decrypt(secret)),
      secrets.map((_, n) => `whsec_${n}`),
    )
    t.equal(decrypt(rows[119]?.headers as string), '{"x-key":"1"}')
    t.same(rows[0]?.updated_at, rows[0]?.created_at, 'as nothing of theirs has changed')
    await t.rejects(start({ WEBHOOK_SECRET_KEY: OLD }), { name: 'StartupError' })
  })

  t.test('may open some of them only: the start warns, and the command names the others', async (t) => {
    await first.db.rows('update webhook_subscriptions set secret = $1 where id = 1', [
      createEncryption('a key that was lost').encrypt('whsec_1'),
    ])
    await t.resolves(start({ WEBHOOK_SECRET_KEY: NEW }))
    const { status, printed } = await rotate({ WEBHOOK_SECRET_KEY: NEW })
    t.equal(status, 1)
    t.match(
      printed,
      /^Of 120 webhooks, .* 0 .*\nNeither key opens the secrets of the webhooks 1: give them new/,
    )
  })

  t.test('leaves a secret as it is that is replaced meanwhile', async (t) => {
    const { app, call } = await start({ WEBHOOK_SECRET_KEY: NEW, WEBHOOK_SECRET_KEY_PREVIOUS: OLD })
    await app.db.run('update webhook_subscriptions set secret = $1 where id = 1', [secrets[0]])
    await overlapping<unknown>(t, app.db, 'audit_log', [
      () => call('bod', 'POST', '/api/webhooks/1/rotate-secret'),
      () => renewSecrets(app),
    ])
    const stored = await app.db.value<string>('select secret from webhook_subscriptions where id = 1')
    t.not(app.encryption.decrypt(stored), 'whsec_0')
  })
})
