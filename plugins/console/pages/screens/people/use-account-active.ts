import { send } from '../../api/client.ts'
import { useActive } from '../admin/use-active.ts'
import { type Account, CHANGED } from './account.ts'

/** Switches accounts on and off, and counts the keys that would be lost by it. */
export function useAccountActive() {
  const setActive = useActive(
    (id, is_active) => send('PATCH', '/api/users/{id}', { path: { id }, body: { is_active } }),
    CHANGED,
  )
  return { setActive, keysOf }
}

/** How many API keys of an account are good now: its end would revoke them for good. Without an answer none. */
async function keysOf({ id }: Account) {
  const keys = await send('GET', '/api/auth/api-keys', { query: { limit: 500 } }).catch(() => undefined)
  const good = ({ user_id, revoked_at, expires_at }: Key) =>
    user_id === id && !revoked_at && !(expires_at && new Date(expires_at) < new Date())
  return keys?.data.filter(good).length ?? 0
}

interface Key {
  user_id: number
  revoked_at: string | null
  expires_at: string | null
}
