import { useState } from 'preact/hooks'
import { useRead } from '../../api/queries.ts'
import type { Model } from '../../api/types.ts'
import { day } from '../../logic/format.ts'
import { keysOf, number, oneOf } from '../../logic/url-state.ts'
import { Opener } from '../../parts/button.tsx'
import type { Column } from '../../parts/data-table.tsx'
import { allOr } from '../../parts/forms/choices.ts'
import { Filters } from '../../parts/forms/filters.tsx'
import { Link, useGo } from '../../parts/link.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { useMe } from '../../parts/me.ts'
import { Page } from '../../parts/page.tsx'
import { Panel } from '../../parts/panel.tsx'
import { RecordList } from '../../parts/record-list.tsx'
import { LIMIT } from '../../parts/record-pages.tsx'
import { useUrlState } from '../../parts/use-url-state.ts'
import { NewCampaign } from './campaign-dialog.tsx'
import { KIND, STATE, StateBadge } from './state-badge.tsx'
import { TimeStrip } from './time-strip.tsx'

const LIST = { status: oneOf(keysOf(STATE), ''), type: oneOf(keysOf(KIND), ''), page: number(1) }

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
      title="Campaigns"
      actions={
        may('campaigns.write') && (
          <Opener class="primary" onClick={() => make(true)}>
            New campaign
          </Opener>
        )
      }
    >
      <Filters
        values={values}
        change={change}
        fields={[
          { name: 'status', label: 'State', options: allOr(STATE) },
          { name: 'type', label: 'Kind', options: allOr(KIND) },
        ]}
      />
      <Loaded of={list} height="36rem">
        {({ data }) => (
          <>
            {data.length > 0 && (
              <Panel title="When they are">
                <TimeStrip campaigns={data} />
              </Panel>
            )}
            <RecordList
              title="Campaigns"
              path="/api/campaigns"
              request={request}
              height="20rem"
              columns={COLUMNS}
              keyOf={({ id }) => id}
              onOpen={({ campaign_code }) => go(`/campaigns/${encodeURIComponent(campaign_code)}`)}
              none="No campaign here"
              hint="A campaign names the days for which sellers forecast their orders."
            />
          </>
        )}
      </Loaded>
      {making && (
        <NewCampaign
          onClose={() => make(false)}
          onDone={(code) => go(`/campaigns/${encodeURIComponent(code)}`)}
        />
      )}
    </Page>
  )
}

const COLUMNS: Column<Model<'Campaign'>>[] = [
  {
    head: 'Campaign',
    cell: ({ campaign_code, campaign_name }) => (
      <span class="case-cell">
        <Link to={`/campaigns/${encodeURIComponent(campaign_code)}`} class="cut" dir="auto">
          {campaign_name}
        </Link>
        <span class="faint small mono cut">{campaign_code}</span>
      </span>
    ),
  },
  { head: 'State', cell: ({ status }) => <StateBadge status={status} /> },
  { head: 'Kind', wide: true, cell: ({ campaign_type }) => KIND[campaign_type] },
  { head: 'First day', cell: ({ start_date }) => day(start_date) },
  { head: 'Last day', wide: true, cell: ({ end_date }) => day(end_date) },
]
