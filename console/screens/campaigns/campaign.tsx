import { useState } from 'preact/hooks'
import { useRoute } from 'preact-iso/router'
import { useRead } from '../../api/queries.ts'
import type { Model } from '../../api/types.ts'
import { day, plural } from '../../logic/format.ts'
import { Opener } from '../../parts/button.tsx'
import { Facts } from '../../parts/facts.tsx'
import { useWarehouses } from '../../parts/forms/choices.ts'
import { ConfirmSend } from '../../parts/forms/confirm.tsx'
import { Link } from '../../parts/link.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { useMe } from '../../parts/me.ts'
import { Page } from '../../parts/page.tsx'
import { Panel } from '../../parts/panel.tsx'
import { EditCampaign } from './campaign-dialog.tsx'
import { Results } from './results.tsx'
import { KIND, StateBadge } from './state-badge.tsx'

/** One campaign: its days, and what was forecast against what came. */
export default function CampaignPage() {
  const id = useRoute().params.code ?? ''
  const read = useRead('/api/campaigns/{id}', { path: { id } })
  return read.data ? (
    <Campaign campaign={read.data} />
  ) : (
    <Page title="Campaigns">
      <Loaded of={read} height="40rem">
        {() => null}
      </Loaded>
    </Page>
  )
}

function Campaign({ campaign }: { campaign: Model<'Campaign'> }) {
  const { may } = useMe()
  const [asked, ask] = useState<'edit' | 'cancel' | null>(null)
  const close = () => ask(null)
  const { campaign_code: code, campaign_name: name, status, description } = campaign
  return (
    <Page
      title={name}
      above={
        <span class="row">
          <Link to="/campaigns">Campaigns</Link>
          <span class="mono">{code}</span>
          <StateBadge status={status} />
        </span>
      }
      actions={
        may('campaigns.write') && (
          <>
            {status !== 'cancelled' && <Opener onClick={() => ask('cancel')}>Cancel the campaign</Opener>}
            <Opener class="primary" onClick={() => ask('edit')}>
              Edit
            </Opener>
          </>
        )
      }
    >
      <Panel title="About it" source={{ path: '/api/campaigns/{id}', request: { path: { id: code } } }}>
        <Facts
          of={[
            ['Days', `${day(campaign.start_date)} – ${day(campaign.end_date)}`],
            ['Kind', KIND[campaign.campaign_type]],
            ['Warehouses', <Warehouses ids={campaign.warehouses} />],
            campaign.created_by && ['Made by', campaign.created_by],
            description && ['Description', <span class="said">{description}</span>],
          ]}
        />
      </Panel>
      <Results code={code} />
      {asked === 'edit' && <EditCampaign code={code} onClose={close} />}
      {asked === 'cancel' && <Cancel campaign={campaign} onClose={close} />}
    </Page>
  )
}

interface Props {
  campaign: Model<'Campaign'>
  onClose: () => void
}

function Cancel({ campaign: { campaign_code: id, campaign_name }, onClose }: Props) {
  const { data } = useRead('/api/campaigns/{id}/forecasts', { path: { id }, query: { limit: 1 } })
  const forecasts = data?.totals.sellers_with_forecast ?? 0
  return (
    <ConfirmSend
      method="DELETE"
      path="/api/campaigns/{id}"
      request={{ path: { id } }}
      changes={['/api/campaigns']}
      said="The campaign is cancelled."
      title={`Cancel ${campaign_name}?`}
      action="Cancel the campaign"
      danger
      onClose={onClose}
    >
      <p>{`The campaign stays listed. Scores calculated from now on leave it out, with its ${plural(forecasts, 'forecast', 'forecasts')}. Final scores keep what they used.`}</p>
    </ConfirmSend>
  )
}

function Warehouses({ ids }: { ids: string[] }) {
  const names = new Map(useWarehouses())
  return <>{ids.length === 0 ? 'All warehouses' : ids.map((id) => names.get(id) ?? id).join(', ')}</>
}
