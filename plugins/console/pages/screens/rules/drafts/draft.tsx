import { useState } from 'preact/hooks'
import { useRoute } from 'preact-iso/router'
import { tagOf } from '../../../api/client.ts'
import { useRead, useSend } from '../../../api/queries.ts'
import { month } from '../../../logic/format.ts'
import { number } from '../../../logic/url-state.ts'
import { Confirm } from '../../../parts/confirm.tsx'
import { Icon } from '../../../parts/icon.tsx'
import { later } from '../../../parts/later.tsx'
import { Link, useGo } from '../../../parts/link.tsx'
import { Loaded, Waiting } from '../../../parts/loaded.tsx'
import { useMe, usePeriod } from '../../../parts/me.ts'
import { Page } from '../../../parts/page.tsx'
import { toast } from '../../../parts/toasts.tsx'
import { useUrlState } from '../../../parts/use-url-state.ts'
import { PreviewPanel } from '../impact/preview-later.tsx'
import { usePreview } from '../impact/use-preview.ts'
import { words as listWords } from '../words.ts'
import { AdoptButton } from './adopt-button.tsx'
import { DraftChanges } from './draft-changes.tsx'
import { type BacktestResult, DRAFT, type Draft } from './draft-reads.ts'
import { words } from './words.ts'

const place = (height: string) => (
  <div class="panel">
    <Waiting height={height} />
  </div>
)
const GuardsPanel = later(() => import('./tests.ts').then((module) => module.GuardsPanel), place('18rem'))
const Backtests = later(() => import('./tests.ts').then((module) => module.Backtests), place('12rem'))
const BacktestResultPanel = later(
  () => import('./results.ts').then((module) => module.BacktestResultPanel),
  place('24rem'),
)

/** A draft: what it changes, what it would do at once, what it would have done to past months. */
export default function DraftPage() {
  const id = Number(useRoute().params.id)
  const read = useRead(DRAFT, { path: { id } }, { keep: true })
  const draft = read.data as Draft | undefined
  return (
    <Page
      title={draft?.name ?? words.draft}
      above={
        <>
          <Link to="/rules">{listWords.rules}</Link>
          <span aria-hidden="true">/</span>
          <Link to="/rules/drafts">{listWords.drafts}</Link>
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
        <p class="notice">
          <Icon name="check" />
          <span>
            {words.adoptedText(month(draft.adopted_from), draft.adopted_by ?? 0)}{' '}
            {draft.override_reason && words.overridden(draft.override_reason)}
          </span>
        </p>
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
  const removing = useSend('DELETE', DRAFT, {
    changes: ['/api/config/drafts'],
    onDone() {
      toast(words.removed)
      go('/rules/drafts')
    },
  })
  return (
    <>
      {may('drafts.write') && (
        <button type="button" class="button" onClick={() => ask(true)}>
          {words.remove}
        </button>
      )}
      {may('config.write') && <AdoptButton draft={draft} />}
      <Confirm
        title={words.remove}
        open={asking}
        onClose={() => ask(false)}
        onConfirm={() => removing.mutate({ path: { id: draft.id }, ifMatch: tagOf(draft) })}
        action={words.remove}
        danger
        busy={removing.isPending}
        error={removing.error}
      >
        <p>{words.removeText}</p>
      </Confirm>
    </>
  )
}
