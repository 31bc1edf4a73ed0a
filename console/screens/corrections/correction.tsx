import { useEffect, useRef, useState } from 'preact/hooks'
import { useRoute } from 'preact-iso/router'
import { refresh, useRead } from '../../api/queries.ts'
import { type Correction, isWorkedOn, lookEvery } from '../../logic/correction-state.ts'
import { count, month, plural } from '../../logic/format.ts'
import { Facts } from '../../parts/facts.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Link } from '../../parts/link.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Progress } from '../../parts/progress.tsx'
import { CHANGED_BY_RUN } from '../scores/use-run.ts'
import { CoursePanel } from './course-panel.tsx'
import { DecisionPanel } from './decision-panel.tsx'
import { FoundPanels } from './found-panels.tsx'
import { SellersPanel } from './sellers-panel.tsx'
import { StateBadge } from './state-badge.tsx'

/** A correction: who changes and by how much, decided by a second person, until its revisions are written. */
export default function CorrectionPage() {
  const id = Number(useRoute().params.id)
  const read = useCorrection(id)
  const known = read.data
  return (
    <Page
      title={`Correction ${id}`}
      above={
        <>
          <Link to="/corrections">Corrections</Link>
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
            {`Scores of ${month(known.period)}`}
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
          <p>The correction failed. {error} Ask for another one.</p>
        </div>
      )}
      {warnings.map((one) => (
        <Notice key={one} warn>
          {one}
        </Notice>
      ))}
      {changed === 0 && (
        <Notice icon="check">No score comes out otherwise: there is nothing to correct.</Notice>
      )}
      <div class="grid">
        <div class="stack two-thirds">
          <About correction={correction} />
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

const About = ({ correction }: { correction: Correction }) => {
  const { id, reason, seller_codes, run_ids, status, dry_run } = correction
  return (
    <Panel
      title="What it is of"
      source={{ path: '/api/sos/monthly/corrections/{id}', request: { path: { id } } }}
      aside={
        <>
          {dry_run && <span class="faint small">Only shows</span>}
          <StateBadge status={status} />
        </>
      }
    >
      <Facts
        of={[
          ['Reason', <span class="said">{reason}</span>],
          ['Seller', seller_codes ? seller_codes.join(', ') : 'all with a final score'],
          run_ids.length > 0 && ['Runs', <Runs ids={run_ids} />],
        ]}
      />
    </Panel>
  )
}

const Runs = ({ ids }: { ids: number[] }) => (
  <span class="row">
    {ids.map((id) => (
      <Link key={id} to={`/runs/${id}`}>
        {`Run ${id}`}
      </Link>
    ))}
  </span>
)

/** How far the job is that works on it. */
function Working({ correction }: { correction: Correction }) {
  const { status, batches_done, batches_total, corrected, left_out, changed, waiting_for } = correction
  const applies = status === 'applying'
  const done = applies ? corrected + left_out : batches_done
  const total = (applies ? changed : batches_total) ?? 0
  const said =
    total === 0
      ? 'Waits for its turn'
      : applies
        ? `${count(done)} of ${plural(total, 'score', 'scores')}`
        : `${count(done)} of ${plural(total, 'part', 'parts')}`
  const label = applies ? 'Writing revisions' : 'Computing the scores again'
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

const PATH = '/api/sos/monthly/corrections/{id}'

/** A correction as it goes on, whoever works on it; when it has ended, what it may have changed is asked for again. */
function useCorrection(id: number) {
  const request = { path: { id } }
  const known = useRead(PATH, request)
  const read = useRead(PATH, request, { every: lookEvery(known.data?.status) })
  const status = read.data?.status
  const before = useRef(status)
  useEffect(() => {
    if (before.current !== undefined && before.current !== status) refresh(CHANGED_BY_RUN)
    before.current = status
  }, [status])
  return read
}
