import { useState } from 'preact/hooks'
import { useRoute } from 'preact-iso/router'
import { type Correction, isWorkedOn } from '../../logic/correction-state.ts'
import { month } from '../../logic/format.ts'
import { Icon } from '../../parts/icon.tsx'
import { Link } from '../../parts/link.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Page } from '../../parts/page.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Progress } from '../../parts/progress.tsx'
import { CoursePanel } from './course-panel.tsx'
import { DecisionPanel } from './decision-panel.tsx'
import { FoundPanels } from './found-panels.tsx'
import { SellersPanel } from './sellers-panel.tsx'
import { StateBadge } from './state-badge.tsx'
import { useCorrection } from './use-correction.ts'
import { words } from './words.ts'

/** A correction: who changes and by how much, decided by a second person, until its revisions are written. */
export default function CorrectionPage() {
  const id = Number(useRoute().params.id)
  const read = useCorrection(id)
  const known = read.data
  return (
    <Page
      title={words.one(id)}
      above={
        <>
          <Link to="/corrections">{words.title}</Link>
          {known && (
            <>
              <span aria-hidden="true">/</span>
              {month(known.period)}
            </>
          )}
        </>
      }
      actions={
        known && (
          <Link class="button" to={`/scores?period=${known.period}`}>
            {words.scores(month(known.period))}
          </Link>
        )
      }
    >
      <Loaded of={read} height="30rem">
        {(correction) => <Parts key={id} correction={correction} />}
      </Loaded>
    </Page>
  )
}

function Parts({ correction }: { correction: Correction }) {
  const [warnings, setWarnings] = useState<string[]>([])
  const { status, found, changed, error } = correction
  return (
    <>
      {isWorkedOn(status) && <Working correction={correction} />}
      {error && (
        <div class="problem" role="alert">
          <Icon name="warn" />
          <p>
            {words.failed} {error} {words.failedText}
          </p>
        </div>
      )}
      {warnings.map((one) => (
        <p key={one} class="notice warn">
          <Icon name="warn" />
          <span>{one}</span>
        </p>
      ))}
      {changed === 0 && (
        <p class="notice">
          <Icon name="check" />
          <span>{words.nothing}</span>
        </p>
      )}
      <div class="grid">
        <div class="stack two-thirds">
          <Facts correction={correction} />
          <DecisionPanel correction={correction} onWarnings={setWarnings} />
        </div>
        <CoursePanel correction={correction} />
      </div>
      {found && (changed ?? 0) > 0 && (
        <>
          <FoundPanels correction={correction} found={found} />
          <SellersPanel correction={correction} />
        </>
      )}
    </>
  )
}

const Facts = ({ correction }: { correction: Correction }) => {
  const { id, reason, seller_codes, run_ids, status, dry_run } = correction
  return (
    <Panel
      title={words.facts}
      source={{ path: '/api/sos/monthly/corrections/{id}', request: { path: { id } } }}
      aside={
        <>
          {dry_run && <span class="faint small">{words.dryRun}</span>}
          <StateBadge status={status} />
        </>
      }
    >
      <dl class="facts">
        <dt>{words.reason}</dt>
        <dd dir="auto" class="said">
          {reason}
        </dd>
        <dt>{words.seller}</dt>
        <dd>{seller_codes ? seller_codes.join(', ') : words.allSellers}</dd>
        {run_ids.length > 0 && (
          <>
            <dt>{words.runs}</dt>
            <dd class="row">
              {run_ids.map((run) => (
                <Link key={run} to={`/runs/${run}`}>
                  {words.run(run)}
                </Link>
              ))}
            </dd>
          </>
        )}
      </dl>
    </Panel>
  )
}

/** How far the job is that works on it. */
function Working({ correction }: { correction: Correction }) {
  const { status, batches_done, batches_total, corrected, left_out, changed, waiting_for } = correction
  const applies = status === 'applying'
  const done = applies ? corrected + left_out : batches_done
  const total = (applies ? changed : batches_total) ?? 0
  const said = total === 0 ? words.waits : applies ? words.written(done, total) : words.batches(done, total)
  const label = applies ? words.applying : words.computing
  return (
    <section class="panel stack tight" aria-label={label}>
      <p class="row spread">
        <strong>{label}</strong>
        <span class="tabular">{said}</span>
      </p>
      <Progress label={label} done={done} total={total} spoken={said} />
      {waiting_for && <p class="faint">{waiting_for}</p>}
    </section>
  )
}
