import { useEffect, useState } from 'preact/hooks'
import { Waiting } from '../../parts/loaded.tsx'
import { Problem } from '../../parts/problem.tsx'
import type { Props } from './panels.tsx'

/** What is below the figures comes after them: it is most of what this page weighs. */
const load = () => import('./panels.tsx')
load().catch(() => {}) // begun at once; whoever shows it tells what failed

/** The panels, or their place until their script is there. */
export function LaterPanels(props: Props) {
  const [panels, setPanels] = useState<Awaited<ReturnType<typeof load>> | null>(null)
  const [error, setError] = useState<unknown>(null)
  useEffect(() => {
    load().then(setPanels, setError)
  }, [])
  if (error) return <Problem error={error} onRetry={() => location.reload()} />
  return panels ? <panels.Panels {...props} /> : <Waiting height="60rem" />
}
