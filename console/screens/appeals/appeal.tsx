import { useState } from 'preact/hooks'
import { useRoute } from 'preact-iso/router'
import { tagOf } from '../../api/client.ts'
import { useRead } from '../../api/queries.ts'
import type { Answer } from '../../api/types.ts'
import { appealStep, isOpenAppeal } from '../../logic/appeal-step.ts'
import { month } from '../../logic/format.ts'
import { Opener } from '../../parts/button.tsx'
import { ConfirmSend } from '../../parts/forms/confirm.tsx'
import { Link } from '../../parts/link.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { useMe } from '../../parts/me.ts'
import { Notice } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { nameOf } from '../../words/metrics.ts'
import { Claim } from './claim.tsx'
import { Comments } from './comments.tsx'
import { CoursePanel } from './course-panel.tsx'
import { EffectPanel } from './effect.tsx'
import { Precedents } from './precedents.tsx'
import { CHANGED_BY_REVIEW } from './review.tsx'
import { type HeldStep, ReviewPanel } from './review-panel.tsx'
import { StateBadge } from './state-badge.tsx'

export type AppealDetail = Answer<'GET', '/api/appeals/{id}'>

/** One appeal: what is said, what it would change, who did what, and the step that waits for whoever looks. */
export default function AppealPage() {
  const id = Number(useRoute().params.id)
  const read = useRead('/api/appeals/{id}', { path: { id } })
  return read.data ? (
    <Appeal key={id} appeal={read.data} />
  ) : (
    <Page title="Appeals">
      <Loaded of={read} height="40rem">
        {() => null}
      </Loaded>
    </Page>
  )
}

function Appeal({ appeal }: { appeal: AppealDetail }) {
  const { id, seller_code, company_name, component_appealed, period, status } = appeal
  const { may, user, role } = useMe()
  const [held, hold] = useState<{ step: HeldStep; key: string } | null>(null)
  const step = appealStep(appeal, {
    id: user.id,
    role,
    mayRecommend: may('appeals.review-ops'),
    mayDecide: may('appeals.review-am'),
  })
  const shown = held?.step ?? (step === 'same-head' ? null : step)
  // A form that nobody has begun is anew for each version.
  const key = held?.key ?? `${shown} ${tagOf(appeal)}`
  return (
    <Page
      title={`${nameOf(component_appealed)} of ${seller_code}`}
      above={
        <span class="row">
          <Link to="/appeals">Appeals</Link>
          <span dir="auto">{company_name}</span>
          <span>{month(period)}</span>
          <StateBadge status={status} />
        </span>
      }
      actions={may('appeals.withdraw') && isOpenAppeal(status) && <WithdrawButton appeal={appeal} />}
    >
      {step === 'same-head' && !held && (
        <Notice>You made the first step. The second one is for somebody else.</Notice>
      )}
      <div class="grid">
        <div class="two-thirds stack">
          <Claim appeal={appeal} />
          {shown && (
            <ReviewPanel
              key={key}
              appeal={appeal}
              step={shown}
              onHold={(step) => hold(step && { step, key })}
            />
          )}
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

/** Takes an appeal back, after a question. */
function WithdrawButton({ appeal: { id } }: { appeal: AppealDetail }) {
  const [asking, ask] = useState(false)
  return (
    <>
      <Opener onClick={() => ask(true)}>Withdraw</Opener>
      {asking && (
        <ConfirmSend
          method="POST"
          path="/api/appeals/{id}/withdraw"
          request={{ path: { id } }}
          changes={CHANGED_BY_REVIEW}
          said="The appeal is withdrawn."
          title="Withdraw this appeal?"
          action="Withdraw"
          danger
          onClose={() => ask(false)}
        >
          <p>It ends without a decision, and the score stays as it is. The seller may appeal again.</p>
        </ConfirmSend>
      )}
    </>
  )
}
