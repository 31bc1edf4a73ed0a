import { useRead } from '../../api/queries.ts'
import { later } from '../../parts/later.tsx'
import { Empty, Loaded, Waiting } from '../../parts/loaded.tsx'
import { Page } from '../../parts/page.tsx'
import { Pager } from '../../parts/pager.tsx'
import { Panel } from '../../parts/panel.tsx'
import { useSettled } from '../../parts/use-settled.ts'
import { useUrlState } from '../../parts/use-url-state.ts'
import { common } from '../../words/common.ts'
import { Entry } from './entry.tsx'
import { Filters } from './filters.tsx'
import { AUDIT, isNarrowed, NOTHING } from './url.ts'
import { words } from './words.ts'

const LIMIT = 50

const LogState = later(
  () => import('./log-state.tsx').then(({ LogState }) => LogState),
  <Waiting height="13rem" />,
)

/** Who changed what, when, from what to what. */
export default function Audit() {
  const [values, change] = useUrlState(AUDIT)
  const { entity, id, person, action, from, to, page } = values
  const query = {
    entity: entity || undefined,
    entity_id: useSettled(id.trim(), 250) || undefined,
    user_id: person,
    action: useSettled(action.trim(), 250) || undefined,
    from: from || undefined,
    to: to || undefined,
    page,
    limit: LIMIT,
  }
  const list = useRead('/api/audit', { query }, { keep: true })
  const isOneRecord = Boolean(entity && id)
  return (
    <Page title={words.title}>
      {!isNarrowed(values) && page === 1 && <LogState />}
      <Filters values={values} onChange={(part, how) => change({ ...part, page: 1 }, how)} />
      <Panel class="flush" title={words.list} source={{ path: '/api/audit', request: { query }, csv: true }}>
        <Loaded of={list} height="40rem">
          {({ data, total }) =>
            data.length === 0 ? (
              <Nothing narrowed={isNarrowed(values)} onClear={() => change({ ...NOTHING, page: 1 })} />
            ) : (
              <>
                <ol class="audit">
                  {data.map((entry) => (
                    <Entry
                      key={entry.id}
                      entry={entry}
                      isOpen={isOneRecord}
                      onOnly={
                        isOneRecord
                          ? undefined
                          : () =>
                              change({ ...NOTHING, entity: entry.entity, id: entry.entity_id ?? '', page: 1 })
                      }
                    />
                  ))}
                </ol>
                <Pager page={page} limit={LIMIT} total={total} onPage={(next) => change({ page: next })} />
              </>
            )
          }
        </Loaded>
      </Panel>
    </Page>
  )
}

const Nothing = ({ narrowed, onClear }: { narrowed: boolean; onClear: () => void }) =>
  narrowed ? (
    <Empty title={common.noneOfThese}>
      <button type="button" class="button small" onClick={onClear}>
        {common.clearFilters}
      </button>
    </Empty>
  ) : (
    <Empty title={words.none}>{words.noneText}</Empty>
  )
