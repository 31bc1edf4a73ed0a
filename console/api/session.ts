import { ApiError, errorOf, noAnswer } from './errors.ts'
import { createStore } from './store.ts'

/** A person of the demo who can be chosen. */
export interface DemoPerson {
  id: number
  username: string
  full_name: string
  role: string
}

/** What the page must know before anybody has signed in: `GET /api/console/start`. */
export interface Start {
  auth_mode: 'demo' | 'verified'
  identity: 'own' | 'external'
  people?: DemoPerson[]
}

interface Token {
  user: { id: number; username: string; role: string }
  session: {
    access_token: string
    /** When the token ends, in Unix seconds. */
    expires_at: number
  }
}

/**
 * Who acts. `unknown` until the page has asked, `asking` while it finds out whether a cookie outlived the reload;
 * `expired` keeps the page that is open and asks again in a dialog. The access token is held in memory only: a script
 * that could read storage would find nothing.
 */
export type Session =
  | { state: 'unknown' }
  | { state: 'asking'; start: Start }
  | { state: 'signed-out'; start: Start }
  | { state: 'demo'; start: Start; userId: number }
  | { state: 'verified'; start: Start; userId: number; username: string; token: string }
  | { state: 'expired'; start: Start; userId: number; username: string }

export const session = createStore<Session>({ state: 'unknown' })

const CHOSEN = 'sos.demo-user'
const SESSION_URL = '/api/auth/session'
/** A token is renewed this long before its end. */
const EARLY_MS = 60_000
/** Not at once again and again where the clock of this machine is ahead. */
const SOONEST_MS = 30_000

const channel = new BroadcastChannel('sos.session')
let renewal: ReturnType<typeof setTimeout> | undefined

/** Finds out how people sign in here, and who is signed in already. */
export async function startSession(): Promise<void> {
  const start = (await askJson('GET', '/api/console/start')) as Start
  if (start.auth_mode === 'demo') {
    const chosen = Number(sessionStorage.getItem(CHOSEN))
    const known = start.people?.some(({ id }) => id === chosen)
    session.set(known ? { state: 'demo', start, userId: chosen } : { state: 'signed-out', start })
    return
  }
  session.set({ state: 'asking', start }) // a login that flashes would ask who is signed in to sign in
  channel.onmessage = ({ data }) => hear(data)
  await renew().catch(ignoreSignedOut)
  if (session.get().state === 'asking') forget()
}

/** What another tab of this browser has done: the cookie is theirs too. */
function hear(news: unknown) {
  if (news === 'signed-out') forget()
  if (news === 'signed-in') renew().catch(() => {}) // whoever asks next finds out
}

/** The reload of somebody who was never signed in is no error. */
function ignoreSignedOut(error: unknown) {
  if (!(error instanceof ApiError && (error.status === 401 || error.status === 403))) throw error
}

export function chooseDemoPerson(userId: number) {
  const { start } = known()
  sessionStorage.setItem(CHOSEN, String(userId))
  session.set({ state: 'demo', start, userId })
}

/** @throws ApiError 401 when login and password do not fit */
export async function signIn(login: string, password: string): Promise<void> {
  accept((await askJson('POST', SESSION_URL, { login, password })) as Token)
  channel.postMessage('signed-in')
}

/** Ends the session here, in all tabs and on the server. */
export async function signOut(): Promise<void> {
  if (session.get().state === 'demo') {
    sessionStorage.removeItem(CHOSEN)
    session.set({ state: 'signed-out', start: known().start })
    return
  }
  await askJson('DELETE', SESSION_URL).catch(ignoreEnded)
  channel.postMessage('signed-out')
  forget()
}

/** Without its provider the service has made the browser forget the cookie all the same. */
function ignoreEnded(error: unknown) {
  const isForgotten =
    error instanceof ApiError && error.status === 503 && known().start.identity === 'external'
  if (!isForgotten) ignoreSignedOut(error)
}

let renewing: Promise<void> | undefined

/** Asks for the next access token; callers at the same time share one request. */
export function renew(): Promise<void> {
  renewing ??= oneTabAtATime(() => askJson('POST', `${SESSION_URL}/token`))
    .then((token) => accept(token as Token))
    .finally(() => {
      renewing = undefined
    })
  return renewing
}

/** An external provider gives a new cookie with each token: two tabs at once would use the same one twice. */
const oneTabAtATime = (ask: () => Promise<unknown>): Promise<unknown> =>
  known().start.identity === 'external' ? navigator.locks.request('sos.session', ask) : ask()

/**
 * After a 401: a new token, or the dialog that asks for the password over the page that is open.
 * @returns whether the same person may ask again
 */
export async function renewAfterRefusal(): Promise<boolean> {
  const now = session.get()
  if (now.state !== 'verified') return false
  try {
    await renew()
    const next = session.get()
    return 'userId' in next && next.userId === now.userId // what one person typed, another one does not send
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) {
      const { start, userId, username } = now
      session.set({ state: 'expired', start, userId, username })
    }
    return false
  }
}

/** The headers that say who asks. */
export function identityHeaders(): Record<string, string> {
  const now = session.get()
  if (now.state === 'demo') return { 'x-user-id': String(now.userId) }
  if (now.state === 'verified')
    return { 'x-user-id': String(now.userId), authorization: `Bearer ${now.token}` }
  return {}
}

function accept({ user, session: { access_token, expires_at } }: Token) {
  const { start } = known()
  session.set({ state: 'verified', start, userId: user.id, username: user.username, token: access_token })
  clearTimeout(renewal)
  renewal = setTimeout(
    () => renewAfterRefusal(),
    Math.max(SOONEST_MS, expires_at * 1000 - Date.now() - EARLY_MS),
  )
}

/** Ends the session on this page alone. */
export function forget() {
  clearTimeout(renewal)
  const now = session.get()
  if (now.state !== 'unknown') session.set({ state: 'signed-out', start: now.start })
}

function known() {
  const now = session.get()
  if (now.state === 'unknown') throw new Error('The session has not been asked for.')
  return now
}

async function askJson(method: string, url: string, body?: object): Promise<unknown> {
  const headers: Record<string, string> = body ? { 'content-type': 'application/json' } : {}
  const response = await fetch(url, { method, headers, body: body && JSON.stringify(body) }).catch(() => {
    throw noAnswer()
  })
  if (!response.ok) throw await errorOf(response)
  return response.status === 204 ? undefined : response.json()
}
