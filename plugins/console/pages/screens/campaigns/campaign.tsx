import { useState } from 'preact/hooks'
import { useRoute } from 'preact-iso/router'
import { useRead, useSend } from '../../api/queries.ts'
import type { Model } from '../../api/types.ts'
import { day } from '../../logic/format.ts'
import { useWarehouses } from '../../parts/choices.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { Link } from '../../parts/link.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { useMe } from '../../parts/me.ts'
import { Page } from '../../parts/page.tsx'
import { Panel } from '../../parts/panel.tsx'
import { toast } from '../../parts/toasts.tsx'
import { CampaignDialog } from './campaign-dialog.tsx'
import { Results } from './results.tsx'
import { StateBadge } from './state-badge.tsx'
import { KIND, words } from './words.ts'

/** One campaign: its days, and what was forecast against what came. */
export default function CampaignPage() {
  const id = useRoute().params.code ?? ''
  const read = useRead('/api/campaigns/{id}', { path: { id } })
  return read.data ? (
    <Campaign campaign={read.data} refetch={read.refetch} />
  ) : (
    <Page title={words.title}>
      <Loaded of={read} height="40rem">
        {() => null}
      </Loaded>
    </Page>
  )
}

function Campaign({ campaign, refetch }: { campaign: Model<'Campaign'>; refetch: () => unknown }) {
  const { may } = useMe()
  const [asked, ask] = useState<'edit' | 'cancel' | null>(null)
  const close = () => ask(null)
  const { campaign_code: code, campaign_name: name, status, description } = campaign
  return (
    <Page
      title={name}
      above={
        <span class="row">
          <Link to="/campaigns">{words.title}</Link>
          <span class="mono">{code}</span>
          <StateBadge state={status} />
        </span>
      }
      actions={
        may('campaigns.write') && (
          <>
            {status !== 'cancelled' && (
              <button type="button" class="button" onClick={() => ask('cancel')}>
                {words.cancel}
              </button>
            )}
            <button type="button" class="button primary" onClick={() => ask('edit')}>
              {words.edit}
            </button>
          </>
        )
      }
    >
      <Panel title={words.about} source={{ path: '/api/campaigns/{id}', request: { path: { id: code } } }}>
        <dl class="facts">
          <dt>{words.days}</dt>
          <dd>
            {day(campaign.start_date)} – {day(campaign.end_date)}
          </dd>
          <dt>{words.kind}</dt>
          <dd>{KIND[campaign.campaign_type]}</dd>
          <dt>{words.warehouses}</dt>
          <dd dir="auto">
            <Warehouses ids={campaign.warehouses} />
          </dd>
          {campaign.created_by && (
            <>
              <dt>{words.createdBy}</dt>
              <dd dir="auto">{campaign.created_by}</dd>
            </>
          )}
          {description && (
            <>
              <dt>{words.description}</dt>
              <dd class="said" dir="auto">
                {description}
              </dd>
            </>
          )}
        </dl>
      </Panel>
      <Results code={code} />
      {asked === 'edit' && (
        <CampaignDialog campaign={campaign} onClose={close} onDone={() => {}} onStale={refetch} />
      )}
      {asked === 'cancel' && <Cancel campaign={campaign} onClose={close} />}
    </Page>
  )
}

function Cancel({
  campaign: { campaign_code: id, campaign_name },
  onClose,
}: {
  campaign: Model<'Campaign'>
  onClose: () => void
}) {
  const { data } = useRead('/api/campaigns/{id}/forecasts', { path: { id }, query: { limit: 1 } })
  const cancelling = useSend('DELETE', '/api/campaigns/{id}', {
    changes: ['/api/campaigns'],
    onDone() {
      toast(words.isCancelled)
      onClose()
    },
  })
  return (
    <Confirm
      open
      danger
      title={words.cancelTitle(campaign_name)}
      action={words.cancel}
      busy={cancelling.isPending}
      error={cancelling.error}
      onClose={onClose}
      onConfirm={() => cancelling.mutate({ path: { id } })}
    >
      <p>{words.cancelText(data?.totals.sellers_with_forecast ?? 0)}</p>
    </Confirm>
  )
}

function Warehouses({ ids }: { ids: string[] }) {
  const names = new Map(useWarehouses())
  return <>{ids.length === 0 ? words.allWarehouses : ids.map((id) => names.get(id) ?? id).join(', ')}</>
}
