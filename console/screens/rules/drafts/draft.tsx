import { useState } from 'preact/hooks'
import { useRoute } from 'preact-iso/router'
import { tagOf } from '../../../api/client.ts'
import { useRead } from '../../../api/queries.ts'
import { month } from '../../../logic/format.ts'
import { number } from '../../../logic/url-state.ts'
import { Opener } from '../../../parts/button.tsx'
import { ConfirmSend } from '../../../parts/forms/confirm.tsx'
import { Link, useGo } from '../../../parts/link.tsx'
import { Loaded } from '../../../parts/loaded.tsx'
import { useMe, usePeriod } from '../../../parts/me.ts'
import { Notice } from '../../../parts/notice.tsx'
import { Page } from '../../../parts/page.tsx'
import { useUrlState } from '../../../parts/use-url-state.ts'
import { PreviewPanel } from '../impact/preview-panel.tsx'
import { usePreview } from '../impact/use-preview.ts'
import { AdoptButton } from './adopt-dialog.tsx'
import { BacktestResultPanel } from './backtest-result.tsx'
import { Backtests } from './backtests.tsx'
import { DraftChanges } from './draft-changes.tsx'
import { type BacktestResult, DRAFT, type Draft } from './draft-reads.ts'
import { GuardsPanel } from './guards-panel.tsx'

/** A draft: what it changes, what it would do at once, what it would have done to past months. */
export default function DraftPage() {
  const id = Number(useRoute().params.id)
  const read = useRead(DRAFT, { path: { id } }, { keep: true })
  const draft = read.data as Draft | undefined
  return (
    <Page
      title={draft?.name ?? 'Draft'}
      above={
        <>
          <Link to="/rules">Rules</Link>
          <span aria-hidden="true">/</span>
          <Link to="/rules/drafts">Drafts</Link>
        </>
      }
      actions={draft?.adopted_at === null && <Actions draft={draft} />}
    >
      <Loaded of={read} height="36rem">
        {() => draft && <Parts draft={draft} />}
      </Loaded>
    </Page>
  )
}

function Parts({ draft }: { draft: Draft }) {
  const { current_period } = useMe()
  const period = [usePeriod(), current_period].sort()[0] as string
  const isOpen = draft.adopted_at === null
  const preview = usePreview(period, draft.changes, isOpen && draft.changes.length > 0)
  const [{ test }] = useUrlState({ test: number() })
  return (
    <>
      {!isOpen && draft.adopted_from && (
        <Notice icon="check">
          {`Adopted by user ${draft.adopted_by ?? 0}: it is the rules from ${month(draft.adopted_from)} on, and stays as it is.`}{' '}
          {draft.override_reason && `The reason that was given: ${draft.override_reason}`}
        </Notice>
      )}
      <div class="grid editor">
        <div class={isOpen ? 'stack two-thirds' : 'stack'}>
          <DraftChanges draft={draft} />
          <GuardsPanel key={draft.id} draft={draft} />
          <Backtests draft={draft} />
        </div>
        {isOpen && (
          <PreviewPanel
            class="third"
            period={period}
            preview={preview}
            isEmpty={draft.changes.length === 0}
          />
        )}
      </div>
      {test !== undefined && <ChosenTest id={test} />}
    </>
  )
}

function ChosenTest({ id }: { id: number }) {
  const read = useRead('/api/backtests/{id}', { path: { id } }, { keep: true })
  return (
    <Loaded of={read} height="24rem">
      {(result: BacktestResult) => <BacktestResultPanel result={result} />}
    </Loaded>
  )
}

function Actions({ draft }: { draft: Draft }) {
  const { may } = useMe()
  const go = useGo()
  const [asking, ask] = useState(false)
  return (
    <>
      {may('drafts.write') && <Opener onClick={() => ask(true)}>Delete the draft</Opener>}
      {may('config.write') && <AdoptButton draft={draft} />}
      {asking && (
        <ConfirmSend
          method="DELETE"
          path={DRAFT}
          request={{ path: { id: draft.id }, ifMatch: tagOf(draft) }}
          changes={['/api/config/drafts']}
          said="The draft is deleted."
          title="Delete the draft"
          action="Delete the draft"
          danger
          onClose={() => ask(false)}
          onDone={() => go('/rules/drafts')}
        >
          <p>The draft goes with its changes and guards; its backtests stay. This can not be undone.</p>
        </ConfirmSend>
      )}
    </>
  )
}
