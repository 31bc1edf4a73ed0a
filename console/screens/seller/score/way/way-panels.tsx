import { useAsk } from '../../../../api/ask.ts'
import { useRead } from '../../../../api/queries.ts'
import type { Explanation } from '../../../../logic/seller/waterfall.ts'
import { NOTHING_TRIED, tried } from '../../../../logic/seller/what-if-state.ts'
import { oneOf, text } from '../../../../logic/url-state.ts'
import { useMe } from '../../../../parts/me.ts'
import { useUrlState } from '../../../../parts/use-url-state.ts'
import type { Of } from '../score-tab.tsx'
import { LadderPanel } from './ladder-panel.tsx'
import { PathPanel } from './path-panel.tsx'
import { WhatIfPanel } from './what-if-panel.tsx'

/** What to do next: the cheapest path to a tier, and the sliders to try it and other things. */
export function WayPanels({ code, period, explanation }: Of & { explanation: Explanation }) {
  const { current_period } = useMe()
  const isRunning = period === current_period
  const [state, change] = useUrlState({
    target: text(),
    basis: oneOf(['as_is', 'pace'], isRunning ? 'pace' : 'as_is'),
    locked: text(),
    try: tried(),
  })
  const tiers = useRead('/api/sos/tiers')
  const rated = (tiers.data?.data ?? []).filter(({ min_score }) => min_score !== null)
  const basis = isRunning ? state.basis : 'as_is'
  const locked = state.locked ? state.locked.split(',') : []
  const target = rated.some(({ name }) => name === state.target) ? state.target : undefined
  const path = useAsk('/api/sos/sellers/{seller_code}/score/path', {
    path: { seller_code: code },
    body: {
      period,
      basis,
      ...(target && { target }),
      ...(locked.length > 0 && { locked: locked as never[] }),
    },
  })
  const steps = path.data?.steps ?? path.data?.best?.steps ?? []
  return (
    <>
      <div class="half stack way-side">
        <PathPanel
          path={path}
          tiers={rated.map(({ name }) => name)}
          target={target ?? path.data?.target ?? ''}
          basis={isRunning ? basis : undefined}
          locked={locked}
          onTarget={(target) => change({ target })}
          onBasis={(basis) => change({ basis: basis as 'as_is' | 'pace' })}
          onLocked={(locked) => change({ locked: locked.join(',') })}
          onTry={() => change({ try: { path: true, metrics: {} } }, { replace: true })}
          page={`/sellers/${encodeURIComponent(code)}/${period}`}
        />
        <LadderPanel code={code} period={period} explanation={explanation} />
      </div>
      <WhatIfPanel
        code={code}
        period={period}
        basis={basis}
        explanation={explanation}
        steps={steps}
        tried={state.try}
        onTry={(next) => change({ try: next ?? NOTHING_TRIED }, { replace: true })}
      />
    </>
  )
}
