import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso/router'
import { useRead } from './api/queries.ts'
import { session, startSession } from './api/session.ts'
import { useStore } from './api/store.ts'
import { Pages } from './pages.tsx'
import { lazy } from './parts/lazy.tsx'
import { Loaded } from './parts/loaded.tsx'
import { MeContext } from './parts/me.ts'
import { Problem } from './parts/problem.tsx'
import { Shell } from './parts/shell/shell.tsx'
import { Toasts } from './parts/toasts.tsx'

const SignIn = lazy(() => import('./screens/sign-in/sign-in.tsx'), { place: null })
const SignInAgain = lazy(() => import('./screens/sign-in/again.tsx'), { place: null })
const Reset = lazy(() => import('./screens/reset/reset.tsx'), { place: null })

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
  if (path === '/console/reset') return <Reset />
  if (error) return <Alone>{<Problem error={error} onRetry={again} />}</Alone>
  if (now.state === 'unknown' || now.state === 'asking') return null
  if (now.state === 'signed-out') return <SignIn start={now.start} />
  return (
    <>
      <SignedIn key={now.userId} />
      {now.state === 'expired' && <SignInAgain start={now.start} username={now.username} />}
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

const Alone = ({ children }: { children: preact.ComponentChildren }) => <main class="alone">{children}</main>
