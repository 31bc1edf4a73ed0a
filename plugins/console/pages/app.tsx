import { useEffect, useState } from 'preact/hooks'
import lazy, { ErrorBoundary } from 'preact-iso/lazy'
import { useLocation } from 'preact-iso/router'
import { useRead } from './api/queries.ts'
import { session, startSession } from './api/session.ts'
import { useStore } from './api/store.ts'
import { Pages } from './pages.tsx'
import { Loaded } from './parts/loaded.tsx'
import { MeContext } from './parts/me.ts'
import { Problem } from './parts/problem.tsx'
import { Shell } from './parts/shell.tsx'
import { Toasts } from './parts/toasts.tsx'

const SignIn = lazy(() => import('./screens/sign-in/sign-in.tsx').then((screen) => screen.SignIn))
const SignInAgain = lazy(() => import('./screens/sign-in/again.tsx').then((screen) => screen.SignInAgain))
const Reset = lazy(() => import('./screens/reset/reset.tsx'))

/** The console: who asks comes first, then the shell with the page of the address. */
export function App({ started }: { started: Promise<void> }) {
  const now = useStore(session)
  const { path } = useLocation()
  const [error, setError] = useState<unknown>(null)
  useEffect(() => {
    started.catch(setError)
  }, [started])
  function again() {
    setError(null)
    startSession().catch(setError)
  }
  if (path === '/console/reset') return <Lazily>{<Reset />}</Lazily>
  if (error) return <Alone>{<Problem error={error} onRetry={again} />}</Alone>
  if (now.state === 'unknown') return null
  if (now.state === 'signed-out') return <Lazily>{<SignIn start={now.start} />}</Lazily>
  return (
    <>
      <SignedIn key={now.userId} />
      {now.state === 'expired' && (
        <Lazily>{<SignInAgain start={now.start} username={now.username} />}</Lazily>
      )}
      <Toasts />
    </>
  )
}

function SignedIn() {
  const me = useRead('/api/console/context', undefined, { every: 60_000 })
  if (!me.data) return <Alone>{<Loaded of={me}>{() => null}</Loaded>}</Alone>
  return (
    <MeContext.Provider value={me.data}>
      <Shell>
        <Pages />
      </Shell>
    </MeContext.Provider>
  )
}

/** What few people see comes when it is needed; when it can't come, why. */
function Lazily({ children }: { children: preact.ComponentChildren }) {
  const [failed, setFailed] = useState<unknown>(null)
  if (failed) return <Alone>{<Problem error={failed} onRetry={() => location.reload()} />}</Alone>
  return <ErrorBoundary onError={setFailed}>{children}</ErrorBoundary>
}

const Alone = ({ children }: { children: preact.ComponentChildren }) => <main class="alone">{children}</main>
