import { useEffect, useState } from 'preact/hooks'
import { Waiting } from '../../parts/loaded.tsx'
import { Problem } from '../../parts/problem.tsx'
import type { Props } from './trend-panels.tsx'

/** The charts come after the figures: they are most of what this page weighs. */
const load = () => import('./trend-panels.tsx')
load().catch(() => {}) // begun at once; whoever shows them tells what failed

type Panels = Awaited<ReturnType<typeof load>>

/** A panel of charts, or its place until its script is there. */
export function Chart({ of, ...props }: Props & { of: keyof Panels }) {
  const [panels, setPanels] = useState<Panels | null>(null)
  const [error, setError] = useState<unknown>(null)
  useEffect(() => {
    load().then(setPanels, setError)
  }, [])
  if (panels) {
    const Panel = panels[of]
    return <Panel {...props} />
  }
  return (
    <div class={`panel ${of === 'ComponentPanel' ? 'third' : 'two-thirds'}`}>
      {error ? <Problem error={error} onRetry={() => location.reload()} /> : <Waiting height="19rem" />}
    </div>
  )
}
