import { useSyncExternalStore } from 'react'
import { asJson, Refusal } from '../api/refusal.ts'
import type { paths } from '../api/schema.d.ts'
import { loadWords } from '../ui/names.ts'

export type Start = paths['/api/console/start']['get']['responses']['200']['content']['application/json']
type SignedIn = paths['/api/auth/session']['post']['responses']['200']['content']['application/json']

/** Where a link leads that lets somebody set a new password. */
export const RESET_PATH = `${import.meta.env.BASE_URL}reset`

/**
 * Who acts. `asking` until it is known; `expired` keeps the page that is open, and asks again over it. The access token
 * is held in memory only: a script that could read storage would find nothing.
 */
export type Session =
  | { state: 'asking' }
  | { state: 'failed'; error: unknown }
  | { state: 'signed-out'; start: Start }
  | { state: 'demo'; start: Start; userId: number }
  | { state: 'verified'; start: Start; userId: number; username: string; token: string }
  | { state: 'expired'; start: Start; userId: number; username: string }

const CHOSEN = 'sos.demo-user'
const SESSION_URL = '/api/auth/session'
/** A token is renewed this long before its end. */
const EARLY_MS = 60_000
/** Not at once again and again where the clock of this machine is ahead. */
const SOONEST_MS = 30_000

let now: Session = { state: 'asking' }
const listeners = new Set<() => void>()

function set(next: Session) {
  now = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useSession = () => useSyncExternalStore(subscribe, () => now)

/** Finds out how people sign in here, and who is signed in already. */
export async function startSession(): Promise<void> {
  set({ state: 'asking' })
  try {
    const [start] = await Promise.all([asJson('GET', '/api/console/start') as Promise<Start>, loadWords()])
    set(start.auth_mode === 'demo' ? ofDemo(start) : await ofCookie(start))
  } catch (error) {
    set({ state: 'failed', error })
  }
}

function ofDemo(start: Start): Session {
  const chosen = Number(sessionStorage.getItem(CHOSEN))
  const isKnown = start.people.some(({ id }) => id === chosen)
  return isKnown ? { state: 'demo', start, userId: chosen } : { state: 'signed-out', start }
}

/** A cookie may have outlived a reload; without one nobody was signed in. */
async function ofCookie(start: Start): Promise<Session> {
  channel.onmessage = ({ data }) => void hear(start, data)
  try {
    return verified(start, await nextToken(start))
  } catch (error) {
    if (error instanceof Refusal && (error.status === 401 || error.status === 403))
      return { state: 'signed-out', start }
    throw error
  }
}

const channel = new BroadcastChannel('sos.session')

/** What another tab of this browser has done: the cookie is theirs too. */
async function hear(start: Start, news: unknown) {
  if (news === 'signed-out') beginAnew()
  if (news === 'signed-in') await renew(start).catch(() => {}) // whoever asks next finds out
}

/** Another person begins with a page that knows nothing of the one before. */
export const beginAnew = () => location.assign(import.meta.env.BASE_URL)

/** In the demo anybody is whoever they choose: at first on the page that was asked for. */
export function actAs(userId: number) {
  sessionStorage.setItem(CHOSEN, String(userId))
  if (now.state === 'signed-out') location.reload()
  else beginAnew()
}

/** @throws Refusal when name and password do not fit */
export async function signIn(start: Start, login: string, password: string): Promise<void> {
  take(start, (await asJson('POST', SESSION_URL, { login, password })) as SignedIn)
  channel.postMessage('signed-in')
}

/**
 * Ends the session here, in all tabs and on the server.
 * @throws what stood in the way: only the service can take the cookie, so one is signed in as before
 */
export async function signOut(): Promise<void> {
  if (now.state !== 'demo') {
    await asJson('DELETE', SESSION_URL)
    channel.postMessage('signed-out')
  }
  sessionStorage.removeItem(CHOSEN)
  beginAnew()
}

/**
 * After a 401: a new token, or the dialog that asks for the password over the page that is open.
 * @returns whether the same person may ask again
 */
export async function renewAfterRefusal(): Promise<boolean> {
  if (now.state !== 'verified') return false
  const { start, userId, username } = now
  try {
    await renew(start)
    return true
  } catch (error) {
    if (error instanceof Refusal && error.status === 401) set({ state: 'expired', start, userId, username })
    return false
  }
}

/** The headers that say who asks. */
export function identityHeaders(): Record<string, string> {
  if (now.state === 'demo') return { 'x-user-id': String(now.userId) }
  if (now.state === 'verified')
    return { 'x-user-id': String(now.userId), authorization: `Bearer ${now.token}` }
  return {}
}

let renewing: Promise<void> | undefined

/** Callers at the same time share one request. */
function renew(start: Start): Promise<void> {
  renewing ??= nextToken(start)
    .then((answer) => take(start, answer))
    .finally(() => {
      renewing = undefined
    })
  return renewing
}

/** Another person than the one whose page is open gets nothing of it. */
function take(start: Start, answer: SignedIn) {
  const isAnother = 'userId' in now && now.userId !== answer.user.id
  if (isAnother) beginAnew()
  else set(verified(start, answer))
}

/** An external provider gives a new cookie with each token: two tabs at once would use the same one twice. */
const nextToken = ({ identity }: Start): Promise<SignedIn> => {
  const ask = () => asJson('POST', `${SESSION_URL}/token`) as Promise<SignedIn>
  return identity === 'external' ? navigator.locks.request('sos.session', ask) : ask()
}

let renewal: ReturnType<typeof setTimeout> | undefined

function verified(start: Start, { user, session: { access_token, expires_at } }: SignedIn): Session {
  clearTimeout(renewal)
  renewal = setTimeout(
    () => void renewAfterRefusal(),
    Math.max(SOONEST_MS, expires_at * 1000 - Date.now() - EARLY_MS),
  )
  return { state: 'verified', start, userId: user.id, username: user.username, token: access_token }
}
