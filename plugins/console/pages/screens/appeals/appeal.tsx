import { useState } from 'preact/hooks'
import { useRoute } from 'preact-iso/router'
import { useRead } from '../../api/queries.ts'
import type { Answer } from '../../api/types.ts'
import { appealStep, isOpenAppeal } from '../../logic/appeal-step.ts'
import { month } from '../../logic/format.ts'
import { Icon } from '../../parts/icon.tsx'
import { Link } from '../../parts/link.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { useMe } from '../../parts/me.ts'
import { Page } from '../../parts/page.tsx'
import { nameOf } from '../../words/metrics.ts'
import { Claim } from './claim.tsx'
import { Comments } from './comments.tsx'
import { CoursePanel } from './course-panel.tsx'
import { EffectPanel } from './effect-panel.tsx'
import { Precedents } from './precedents.tsx'
import { type HeldStep, ReviewPanel } from './review-panel.tsx'
import { StateBadge } from './state-badge.tsx'
import { WithdrawButton } from './withdraw.tsx'
import { words } from './words.ts'

export type AppealDetail = Answer<'GET', '/api/appeals/{id}'>

/** One appeal: what is said, what it would change, who did what, and the step that waits for whoever looks. */
export default function AppealPage() {
  const id = Number(useRoute().params.id)
  const read = useRead('/api/appeals/{id}', { path: { id } })
  return read.data ? (
    <Appeal key={id} appeal={read.data} />
  ) : (
    <Page title={words.title}>
      <Loaded of={read} height="40rem">
        {() => null}
      </Loaded>
    </Page>
  )
}

function Appeal({ appeal }: { appeal: AppealDetail }) {
  const { id, seller_code, company_name, component_appealed, period, status } = appeal
  const { may, user, role } = useMe()
  const [held, hold] = useState<HeldStep | null>(null)
  const step = appealStep(appeal, {
    id: user.id,
    role,
    mayRecommend: may('appeals.review-ops'),
    mayDecide: may('appeals.review-am'),
  })
  const shown = held ?? (step === 'same-head' ? null : step)
  return (
    <Page
      title={words.of(seller_code, nameOf(component_appealed))}
      above={
        <span class="row">
          <Link to="/appeals">{words.title}</Link>
          <span dir="auto">{company_name}</span>
          <span>{month(period)}</span>
          <StateBadge state={status} />
        </span>
      }
      actions={may('appeals.withdraw') && isOpenAppeal(status) && <WithdrawButton appeal={appeal} />}
    >
      {step === 'same-head' && !held && (
        <p class="notice">
          <Icon name="info" />
          <span>{words.sameHead}</span>
        </p>
      )}
      <div class="grid">
        <div class="two-thirds stack">
          <Claim appeal={appeal} />
          {shown && <ReviewPanel appeal={appeal} step={shown} onHold={hold} />}
          {!(shown === 'decide') && <EffectPanel appeal={appeal} />}
          <Precedents id={id} />
        </div>
        <div class="third stack">
          <CoursePanel appeal={appeal} />
          <Comments id={id} />
        </div>
      </div>
    </Page>
  )
}
