import { useRead } from '../../api/queries.ts'
import { month } from '../../logic/format.ts'
import { SURCHARGE_LIMIT, SURCHARGE_LIST } from '../../logic/surcharge-sums.ts'
import { Link } from '../../parts/link.tsx'
import { Empty, Loaded } from '../../parts/loaded.tsx'
import { useMe, usePeriod } from '../../parts/me.ts'
import { Page } from '../../parts/page.tsx'
import { Panel } from '../../parts/panel.tsx'
import { SearchField } from '../../parts/search-field.tsx'
import { useUrlState } from '../../parts/use-url-state.ts'
import { SumTiles } from './sum-tiles.tsx'
import { SurchargeTable } from './surcharge-table.tsx'
import { words } from './words.ts'

/** The surcharges of a month, what they come to, and what becomes of them. */
export default function Surcharges() {
  const [values, change] = useUrlState(SURCHARGE_LIST)
  const period = usePeriod()
  const { may } = useMe()
  const inMonth = values.months === 'all' ? undefined : period
  const where = { seller_code: values.seller.trim() || undefined, period: inMonth }
  const request = {
    query: { ...where, status: values.status || undefined, page: values.page, limit: SURCHARGE_LIMIT },
  }
  const list = useRead('/api/surcharges', request, { keep: true })
  return (
    <Page
      title={words.title}
      above={inMonth ? month(inMonth) : undefined}
      actions={
        may('surcharges.write') && (
          <Link to="/surcharges/evaluate" class="button primary">
            {words.evaluate}
          </Link>
        )
      }
    >
      <SumTiles query={where} chosen={values.status} onChoose={(status) => change({ status, page: 1 })} />
      <Panel
        class="flush"
        title={words.list}
        source={{ path: '/api/surcharges', request, csv: true }}
        aside={
          <label class="row check-row">
            <input
              type="checkbox"
              checked={values.months !== 'all'}
              onChange={({ currentTarget }) =>
                change({ months: currentTarget.checked ? '' : 'all', page: 1 })
              }
            />
            {words.onlyMonth}
          </label>
        }
      >
        <div class="panel-filters">
          <SearchField
            label={words.seller}
            placeholder={words.sellerHint}
            maxLength={100}
            value={values.seller}
            onValue={(seller) => change({ seller, page: 1 }, { replace: true })}
          />
        </div>
        <Loaded of={list} height="30rem">
          {(answer) => (
            <SurchargeTable
              answer={answer}
              page={values.page}
              resetOn={JSON.stringify([values, period])}
              onPage={(page) => change({ page })}
              empty={
                values.status || values.seller ? (
                  <Empty title={words.nothingFits} />
                ) : (
                  <Empty title={words.nothing}>{words.nothingText}</Empty>
                )
              }
            />
          )}
        </Loaded>
      </Panel>
    </Page>
  )
}
