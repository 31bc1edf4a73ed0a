import { testApp } from '../setup/app.ts'
import { installed } from './installed.ts'

type Test = Parameters<typeof testApp>[0]

export const EMAIL = 'bod@example.com'
export const PASSWORD = 'five boxes on a blue cart'

/** The installed SDK and a service in verified mode that listens, with an API key and a password of its bod. */
export async function verifiedService(t: Test) {
  const { sdk } = await installed()
  const demo = await testApp(t)
  const verified = await testApp(t, {
    WORKER: 'on',
    DATABASE_URL: demo.DATABASE_URL,
    AUTH_MODE: 'verified',
    JWT_SECRET: 'a secret that only these tests sign with',
  })
  const { id: userId } = demo.user.bod
  const asked = { name: 'SDK', user_id: userId, role: 'bod' }
  const { key: apiKey } = (await demo.call('bod', 'POST', '/api/auth/api-keys', asked)).body
  await demo.call('bod', 'PATCH', `/api/users/${userId}`, { password: PASSWORD })
  const baseUrl = await verified.app.listen({ host: '127.0.0.1', port: 0 })
  const sos = new sdk.SellerOperatingScore({ baseUrl, userId, apiKey })
  return { sdk, sos, baseUrl, userId, app: verified.app }
}
