import { useRead } from '../../api/queries.ts'
import { moment, month, ratio } from '../../logic/format.ts'
import { number, share } from '../../logic/url-state.ts'
import { useManagers } from '../../parts/choices.ts'
import { SelectField } from '../../parts/field.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Link } from '../../parts/link.tsx'
import { Empty, Loaded } from '../../parts/loaded.tsx'
import { useMe, usePeriod } from '../../parts/me.ts'
import { Page } from '../../parts/page.tsx'
import { Panel } from '../../parts/panel.tsx'
import { useUrlState } from '../../parts/use-url-state.ts'
import { ProjectionTable } from './projection-table.tsx'
import { words } from './words.ts'

/** The chances to choose from; the address may hold any other. */
const RISKS = [0.1, 0.2, 0.3, 0.5]
const LIMIT = 50

/** Whose tier is likely to be lower at the month's end than it was, the most likely first. */
export default function Projections() {
  const { current_period, scope, time_zone } = useMe()
  const period = usePeriod()
  const managers = useManagers()
  const [{ risk, am, page }, change] = useUrlState({ risk: share(0.3), am: number(), page: number(1) })
  const request = {
    query: {
      period,
      risk: risk || undefined,
      am_id: scope.am_id === null ? am : undefined,
      page,
      limit: LIMIT,
    },
  }
  const list = useRead('/api/sos/projections', request, { keep: true })
  const asOf = list.data?.data[0]?.as_of
  const risks = [...new Set([...RISKS, risk])].filter((one) => one > 0).sort((a, b) => a - b)
  return (
    <Page
      title={words.title}
      above={
        <>
          <span>{month(period)}</span>
          {asOf && <span>{words.asOf(moment(asOf, time_zone))}</span>}
        </>
      }
      actions={
        <search class="filters">
          <SelectField
            label={words.risk}
            value={String(risk)}
            onValue={(value) => change({ risk: Number(value), page: 1 })}
            options={[
              ['0', words.any],
              ...risks.map((one): [string, string] => [String(one), words.over(ratio(one))]),
            ]}
          />
          {managers && (
            <SelectField
              label={words.manager}
              value={String(am ?? '')}
              onValue={(id) => change({ am: Number(id) || undefined, page: 1 })}
              options={managers}
            />
          )}
        </search>
      }
    >
      {period !== current_period && (
        <p class="notice">
          <Icon name="info" />
          <span>
            {words.notRunning(period)}{' '}
            <Link to={`/projections?period=${current_period}`}>{words.toRunning(current_period)}</Link>
          </span>
        </p>
      )}
      <Panel class="flush" title={words.list} source={{ path: '/api/sos/projections', request, csv: true }}>
        <Loaded of={list} height="30rem">
          {(answer) => (
            <ProjectionTable
              answer={answer}
              onPage={(page) => change({ page })}
              empty={
                risk > 0 ? (
                  <Empty title={words.nothingFits}>{words.nothingFitsText}</Empty>
                ) : (
                  <Empty title={words.nothing(period)}>{words.nothingText}</Empty>
                )
              }
            />
          )}
        </Loaded>
      </Panel>
    </Page>
  )
}
