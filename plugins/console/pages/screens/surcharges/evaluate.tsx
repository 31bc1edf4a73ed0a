import { useState } from 'preact/hooks'
import { useAsk } from '../../api/ask.ts'
import { useSend } from '../../api/queries.ts'
import { count, month } from '../../logic/format.ts'
import { totalOf } from '../../logic/surcharge-sums.ts'
import { number } from '../../logic/url-state.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Link, useGo } from '../../parts/link.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { usePeriod } from '../../parts/me.ts'
import { Page } from '../../parts/page.tsx'
import { toast } from '../../parts/toasts.tsx'
import { useUrlState } from '../../parts/use-url-state.ts'
import { CHANGED_BY_SURCHARGE } from './change-dialog.tsx'
import { FoundPanel } from './found-panel.tsx'
import { useMoney } from './money.ts'
import { words } from './words.ts'

const PATH = '/api/surcharges/evaluate'

/** What the rules make of a month, shown first, made when somebody says so. */
export default function Evaluate() {
  const period = usePeriod()
  const go = useGo()
  const money = useMoney()
  const [{ page }, change] = useUrlState({ page: number(1) })
  const [asking, ask] = useState(false)
  const dry = useAsk(PATH, { body: { period, dry_run: true } })
  const found = dry.isPlaceholderData ? undefined : dry.data
  const fresh = found?.data.filter(({ created }) => created) ?? []
  const sum = money(totalOf(fresh))
  const creating = useSend('POST', PATH, {
    changes: CHANGED_BY_SURCHARGE,
    onDone({ created }) {
      toast(words.created(created))
      go('/surcharges?status=pending')
    },
  })
  function close() {
    ask(false)
    creating.reset()
  }
  return (
    <Page
      title={words.evaluateTitle}
      above={
        <span class="row">
          <Link to="/surcharges">{words.title}</Link>
          <span>{month(period)}</span>
        </span>
      }
      actions={
        fresh.length > 0 && (
          <button type="button" class="button primary" onClick={() => ask(true)}>
            {words.create(fresh.length)}
          </button>
        )
      }
    >
      <p class="faint">{words.evaluateText(month(period))}</p>
      <div class="tiles small-tiles">
        {[
          [words.wouldCreate, found && count(fresh.length)],
          [words.wouldSum, found && sum],
          [words.existing, found && count(found.existing)],
        ].map(([name, figure]) => (
          <div key={name} class="tile still">
            <span class="name">{name}</span>
            <span class="figure">{figure ?? '\u00a0'}</span>
          </div>
        ))}
      </div>
      {found?.warnings?.map((warning) => (
        <p key={warning} class="notice warn">
          <Icon name="warn" />
          <span>{warning}</span>
        </p>
      ))}
      <Loaded of={{ ...dry, data: found }} height="30rem">
        {({ existing }) => (
          <FoundPanel
            rows={fresh}
            existing={existing}
            page={page}
            onPage={(next) => change({ page: next })}
          />
        )}
      </Loaded>
      <Confirm
        open={asking}
        title={words.createTitle(fresh.length)}
        action={words.create(fresh.length)}
        busy={creating.isPending}
        error={creating.error}
        onClose={close}
        onConfirm={() => creating.mutate({ body: { period, dry_run: false } })}
      >
        <p>{words.createText(fresh.length, sum, month(period))}</p>
      </Confirm>
    </Page>
  )
}
