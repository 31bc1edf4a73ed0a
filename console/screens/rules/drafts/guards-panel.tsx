import { useState } from 'preact/hooks'
import { tagOf } from '../../../api/client.ts'
import { queries, queryOf, useSend } from '../../../api/queries.ts'
import { keysOf } from '../../../logic/url-state.ts'
import { Button, IconButton } from '../../../parts/button.tsx'
import { TextField } from '../../../parts/forms/field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { isMonth, MonthField } from '../../../parts/forms/month-field.tsx'
import { JsonDiff } from '../../../parts/json-diff.tsx'
import { useMe } from '../../../parts/me.ts'
import { Panel } from '../../../parts/panel.tsx'
import { toast } from '../../../parts/toasts.tsx'
import { DRAFT, type Draft } from './draft-reads.ts'

type Golden = { seller_code: string; period: string; tier: string }
const STALE =
  'Somebody changed this draft in the meantime: this is what differs. Save again to make yours count.'

const LIMITS = {
  max_tier_drops: 'Sellers who drop a tier, at most',
  max_surcharge_increase: 'Surcharges may rise by, at most',
  max_psi: 'Shift of the totals (PSI), at most',
}
const NAMES = keysOf(LIMITS)

/** The name of a draft and what its backtests must keep to. A newer version is shown beside what is typed. */
export function GuardsPanel({ draft }: { draft: Draft }) {
  const { may } = useMe()
  const mayChange = may('drafts.write') && draft.adopted_at === null
  const [base, setBase] = useState(draft)
  const [theirs, setTheirs] = useState<Draft | null>(null)
  const [name, setName] = useState(draft.name)
  const [limits, setLimits] = useState<Record<string, string>>(() => textsOf(draft))
  const [golden, setGolden] = useState<Golden[]>(draft.guards.golden ?? [])
  const wrong = NAMES.filter((limit) => !isLimit(limits[limit] ?? ''))
  const badGolden = golden.some(({ seller_code, period, tier }) => !seller_code || !tier || !isMonth(period))
  const guards = {
    ...Object.fromEntries(NAMES.map((limit) => [limit, limits[limit] ? Number(limits[limit]) : null])),
    golden,
  }
  // A change of the draft elsewhere on this page is no news.
  const tag = tagOf(theirs ?? (draft.version > base.version && isSameText(draft, base) ? draft : base))
  const saving = useSend('PUT', DRAFT, { changes: ['/api/config/drafts'] })
  function save() {
    saving.mutate(
      { path: { id: draft.id }, body: { name, guards }, ifMatch: tag },
      {
        onSuccess: () => {
          toast('Saved.')
          newest(draft.id).then(setBase)
          setTheirs(null)
        },
        onError: ({ status }) => status === 412 && newest(draft.id).then(setTheirs),
      },
    )
  }
  return (
    <Panel title="Guards">
      <Form
        of={{ ...saving, error: saving.error?.status === 412 ? null : saving.error }}
        onSend={save}
        action={mayChange ? 'Save name and guards' : undefined}
        button=""
        disabled={wrong.length > 0 || badGolden || !name}
      >
        <p class="faint small">
          What a backtest must keep to, so that the draft may be adopted. Empty: nothing is asked.
        </p>
        <fieldset class="fieldset" disabled={!mayChange}>
          <div class="columns">
            <TextField label="Name" value={name} onValue={setName} maxLength={80} required dir="auto" />
            {NAMES.map((limit) => (
              <TextField
                key={limit}
                label={LIMITS[limit]}
                hint={limit === 'max_psi' ? '0 is no change, above 0.25 a shift.' : undefined}
                inputMode="decimal"
                value={limits[limit] ?? ''}
                error={wrong.includes(limit) ? 'Mend the marked fields first.' : undefined}
                onValue={(value) => setLimits({ ...limits, [limit]: value })}
              />
            ))}
          </div>
          <GoldenList golden={golden} onGolden={setGolden} mayChange={mayChange} />
        </fieldset>
        {theirs && (
          <div class="stack" role="alert">
            <p class="notice warn">{STALE}</p>
            <JsonDiff
              before={{ name: theirs.name, guards: theirs.guards }}
              after={{ name, guards }}
              caption={STALE}
              heads={['Saved', 'Yours']}
            />
          </div>
        )}
      </Form>
    </Panel>
  )
}

const newest = (id: number) =>
  queries.fetchQuery({ ...queryOf(DRAFT, { path: { id } }), staleTime: 0 }) as unknown as Promise<Draft>

const isSameText = (a: Draft, b: Draft) =>
  a.name === b.name && JSON.stringify(a.guards) === JSON.stringify(b.guards)

const textsOf = ({ guards }: Draft) =>
  Object.fromEntries(NAMES.map((limit) => [limit, guards[limit]?.toString() ?? '']))

/** Empty asks nothing. */
const isLimit = (text: string) => text.trim() === '' || (Number.isFinite(Number(text)) && Number(text) >= 0)

interface GoldenProps {
  golden: Golden[]
  onGolden: (golden: Golden[]) => void
  mayChange: boolean
}

function GoldenList({ golden, onGolden, mayChange }: GoldenProps) {
  const set = (index: number, part: Partial<Golden>) =>
    onGolden(golden.map((one, at) => (at === index ? { ...one, ...part } : one)))
  return (
    <div class="stack tight">
      <span class="label">Scores that must come out in a tier</span>
      {golden.map((one, index) => (
        <div key={index} class="request">
          <TextField
            label="Seller"
            value={one.seller_code}
            onValue={(seller_code) => set(index, { seller_code })}
            required
          />
          <MonthField
            label="Month"
            value={one.period}
            onValue={(period) => set(index, { period })}
            required
          />
          <TextField label="Tier" value={one.tier} onValue={(tier) => set(index, { tier })} required />
          {mayChange && (
            <IconButton
              icon="close"
              label={`Remove ${one.seller_code}`}
              onClick={() => onGolden(golden.filter((_, at) => at !== index))}
            />
          )}
        </div>
      ))}
      {mayChange && (
        <Button
          class="small fit"
          onClick={() => onGolden([...golden, { seller_code: '', period: '', tier: '' }])}
          icon="plus"
        >
          Add a score
        </Button>
      )}
    </div>
  )
}
