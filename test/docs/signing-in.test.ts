import t from 'tap'
import { hashPassword } from '../../src/platform/access/passwords.ts'
import { testApp } from '../setup/app.ts'
import { commandsOf, paste } from '../setup/page-commands.ts'
import { missing } from '../setup/programs.ts'

const blocks = await commandsOf('docs/guides/signing-in.md')
const PASSWORD = 'five boxes on a blue cart'

for (const AUTH_MODE of ['demo', 'verified'] as const)
  t.test(
    `in ${AUTH_MODE} mode the page lets a person and a machine in`,
    { skip: missing('curl') },
    async (t) => {
      const { app, user } = await testApp(t, {
        WORKER: 'on',
        AUTH_MODE,
        JWT_SECRET: 'a secret that only these tests know',
      })
      if (AUTH_MODE === 'verified')
        await app.db.run('update users set password_hash = $1 where id = $2', [
          await hashPassword(PASSWORD),
          user.bod.id,
        ])
      const url = await app.listen({ host: '127.0.0.1', port: 0 })
      const printed = await paste(blocks, {
        instead: { 'http://127.0.0.1:3000': url, 'helena.brandt@example.com': 'bod@example.com' },
      })
      t.match(printed, /^\{"period":.*"total_sellers":0/)
      t.match(printed, /^\{"success":true,"session":\{.*"refresh_token":/m)
      t.match(printed, /^\{"data":\[\],"total":0/m)
    },
  )
