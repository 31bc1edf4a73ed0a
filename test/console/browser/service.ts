import root from 'tap'
import { hashPassword } from '../../../src/platform/access/passwords.ts'
import { testApp } from '../../setup/app.ts'
import { createTestDatabase } from '../../setup/database.ts'
import { DEMO } from './demo.ts'

/** What everybody of the demo signs in with where passwords are asked for. */
export const PASSWORD = 'five boxes on a blue cart'

export type Mode = 'demo' | 'verified'
type Test = Parameters<typeof testApp>[0]
export type Settings = Parameters<typeof testApp>[1]
export type Service = Awaited<ReturnType<typeof startService>>

/** A service listens on a port of its own, on a copy of the whole demo that belongs to the test alone. */
export async function startService(t: Test, mode: Mode, more: Settings = {}) {
  const DATABASE_URL = await createTestDatabase(t, { filling: DEMO })
  const settings =
    mode === 'verified' ? { AUTH_MODE: mode, JWT_SECRET: 'a secret that only these tests know' } : {}
  const { app, call, user } = await testApp(t, { WORKER: 'on', DATABASE_URL, ...settings, ...more })
  if (mode === 'verified')
    await app.db.rows('update users set password_hash = $1', [await hashPassword(PASSWORD)])
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  return { app, call, user, mode, origin }
}

const shared = new Map<Mode, Promise<Service>>()

/** The service that tests of this process share which only read. */
export function sharedService(mode: Mode): Promise<Service> {
  const found = shared.get(mode) ?? startService(root, mode)
  shared.set(mode, found)
  return found
}
