import { useState } from 'preact/hooks'
import { useRead } from '../../api/queries.ts'
import type { Model } from '../../api/types.ts'
import { day } from '../../logic/format.ts'
import { number, oneOf } from '../../logic/url-state.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { SelectField } from '../../parts/field.tsx'
import { Link, useGo } from '../../parts/link.tsx'
import { Empty, Loaded } from '../../parts/loaded.tsx'
import { useMe } from '../../parts/me.ts'
import { Page } from '../../parts/page.tsx'
import { Pager } from '../../parts/pager.tsx'
import { Panel } from '../../parts/panel.tsx'
import { useUrlState } from '../../parts/use-url-state.ts'
import { CampaignDialog } from './campaign-dialog.tsx'
import { StateBadge } from './state-badge.tsx'
import { TimeStrip } from './time-strip.tsx'
import { KIND, KINDS, type Kind, STATE, STATES, type State, words } from './words.ts'

const LIST = { status: oneOf(STATES, ''), type: oneOf(KINDS, ''), page: number(1) }
const LIMIT = 50

/** All campaigns, over time and as a list. */
export default function Campaigns() {
  const [values, change] = useUrlState(LIST)
  const { may } = useMe()
  const go = useGo()
  const [making, make] = useState(false)
  const request = {
    query: {
      status: values.status || undefined,
      type: values.type || undefined,
      page: values.page,
      limit: LIMIT,
    },
  }
  const list = useRead('/api/campaigns', request, { keep: true })
  return (
    <Page
      title={words.title}
      actions={
        may('campaigns.write') && (
          <button type="button" class="button primary" onClick={() => make(true)}>
            {words.new}
          </button>
        )
      }
    >
      <search class="filters">
        <SelectField
          label={words.state}
          value={values.status}
          onValue={(status) => change({ status: status as State | '', page: 1 })}
          options={[['', words.all], ...STATES.map((one): [string, string] => [one, STATE[one]])]}
        />
        <SelectField
          label={words.kind}
          value={values.type}
          onValue={(type) => change({ type: type as Kind | '', page: 1 })}
          options={[['', words.all], ...KINDS.map((one): [string, string] => [one, KIND[one]])]}
        />
      </search>
      <Loaded of={list} height="36rem">
        {({ data, total }) => (
          <>
            {data.length > 0 && (
              <Panel title={words.strip}>
                <TimeStrip campaigns={data} />
              </Panel>
            )}
            <Panel class="flush" title={words.list} source={{ path: '/api/campaigns', request, csv: true }}>
              <DataTable
                caption={words.list}
                columns={COLUMNS}
                rows={data}
                keyOf={({ id }) => id}
                onOpen={({ campaign_code }) => go(`/campaigns/${encodeURIComponent(campaign_code)}`)}
                empty={<Empty title={words.none}>{words.noneText}</Empty>}
                foot={
                  <Pager page={values.page} limit={LIMIT} total={total} onPage={(page) => change({ page })} />
                }
              />
            </Panel>
          </>
        )}
      </Loaded>
      {making && (
        <CampaignDialog
          onClose={() => make(false)}
          onDone={(code) => go(`/campaigns/${encodeURIComponent(code)}`)}
        />
      )}
    </Page>
  )
}

const COLUMNS: Column<Model<'Campaign'>>[] = [
  {
    key: 'campaign',
    head: words.campaign,
    cell: ({ campaign_code, campaign_name }) => (
      <span class="case-cell">
        <Link to={`/campaigns/${encodeURIComponent(campaign_code)}`} class="cut" dir="auto">
          {campaign_name}
        </Link>
        <span class="faint small mono cut">{campaign_code}</span>
      </span>
    ),
  },
  { key: 'state', head: words.state, cell: ({ status }) => <StateBadge state={status} /> },
  { key: 'kind', head: words.kind, wide: true, cell: ({ campaign_type }) => KIND[campaign_type] },
  { key: 'first', head: words.first, cell: ({ start_date }) => day(start_date) },
  { key: 'last', head: words.last, wide: true, cell: ({ end_date }) => day(end_date) },
]
