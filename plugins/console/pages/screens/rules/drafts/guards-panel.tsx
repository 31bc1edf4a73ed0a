import { useState } from 'preact/hooks'
import { tagOf } from '../../../api/client.ts'
import { queries, queryOf, useSend } from '../../../api/queries.ts'
import { TextField } from '../../../parts/field.tsx'
import { Icon } from '../../../parts/icon.tsx'
import { JsonDiff } from '../../../parts/json-diff.tsx'
import { useMe } from '../../../parts/me.ts'
import { Panel } from '../../../parts/panel.tsx'
import { Problem } from '../../../parts/problem.tsx'
import { toast } from '../../../parts/toasts.tsx'
import { isMonth, MonthField } from '../record/months.tsx'
import { DRAFT, type Draft } from './draft-reads.ts'
import { words } from './words.ts'

type Golden = { seller_code: string; period: string; tier: string }
const LIMITS = ['max_tier_drops', 'max_surcharge_increase', 'max_psi'] as const

/** The name of a draft and what its backtests must keep to. A newer version is shown beside what is typed. */
export function GuardsPanel({ draft }: { draft: Draft }) {
  const { may } = useMe()
  const mayChange = may('drafts.write') && draft.adopted_at === null
  const [base, setBase] = useState(draft)
  const [theirs, setTheirs] = useState<Draft | null>(null)
  const [name, setName] = useState(draft.name)
  const [limits, setLimits] = useState<Record<string, string>>(() => textsOf(draft))
  const [golden, setGolden] = useState<Golden[]>(draft.guards.golden ?? [])
  const wrong = LIMITS.filter((limit) => !isLimit(limits[limit] ?? ''))
  const badGolden = golden.some(({ seller_code, period, tier }) => !seller_code || !tier || !isMonth(period))
  const guards = {
    ...Object.fromEntries(LIMITS.map((limit) => [limit, limits[limit] ? Number(limits[limit]) : null])),
    golden,
  }
  // A change of the draft elsewhere on this page is no news.
  const tag = tagOf(theirs ?? (draft.version > base.version && isSameText(draft, base) ? draft : base))
  const saving = useSend('PUT', DRAFT, { changes: ['/api/config/drafts'] })
  function save(event: Event) {
    event.preventDefault()
    saving.mutate(
      { path: { id: draft.id }, body: { name, guards }, ifMatch: tag },
      {
        onSuccess: () => {
          toast(words.saved)
          newest(draft.id).then(setBase)
          setTheirs(null)
        },
        onError: ({ status }) => status === 412 && newest(draft.id).then(setTheirs),
      },
    )
  }
  return (
    <Panel title={words.guards}>
      <form class="stack" onSubmit={save}>
        <p class="faint small">{words.guardsText}</p>
        <fieldset class="fieldset" disabled={!mayChange}>
          <div class="columns">
            <TextField label={words.name} value={name} onValue={setName} maxLength={80} required dir="auto" />
            {LIMITS.map((limit) => (
              <TextField
                key={limit}
                label={words[limit]}
                hint={limit === 'max_psi' ? words.psiHint : undefined}
                inputMode="decimal"
                value={limits[limit] ?? ''}
                error={wrong.includes(limit) ? words.wrong : undefined}
                onValue={(value) => setLimits({ ...limits, [limit]: value })}
              />
            ))}
          </div>
          <GoldenList golden={golden} onGolden={setGolden} mayChange={mayChange} />
        </fieldset>
        {theirs && (
          <div class="stack" role="alert">
            <p class="notice warn">{words.stale}</p>
            <JsonDiff
              before={{ name: theirs.name, guards: theirs.guards }}
              after={{ name, guards }}
              caption={words.stale}
              heads={[words.theirs, words.mine]}
            />
          </div>
        )}
        {saving.error && saving.error.status !== 412 && <Problem error={saving.error} />}
        {mayChange && (
          <div class="actions">
            <button
              type="submit"
              class="button"
              disabled={wrong.length > 0 || badGolden || !name || saving.isPending}
              aria-busy={saving.isPending}
            >
              {words.saveGuards}
            </button>
          </div>
        )}
      </form>
    </Panel>
  )
}

const newest = (id: number) =>
  queries.fetchQuery({ ...queryOf(DRAFT, { path: { id } }), staleTime: 0 }) as unknown as Promise<Draft>

const isSameText = (a: Draft, b: Draft) =>
  a.name === b.name && JSON.stringify(a.guards) === JSON.stringify(b.guards)

const textsOf = ({ guards }: Draft) =>
  Object.fromEntries(LIMITS.map((limit) => [limit, guards[limit]?.toString() ?? '']))

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
      <span class="label">{words.golden}</span>
      {golden.map((one, index) => (
        <div key={index} class="request">
          <TextField
            label={words.seller}
            value={one.seller_code}
            onValue={(seller_code) => set(index, { seller_code })}
            required
          />
          <MonthField
            label={words.month}
            value={one.period}
            onValue={(period) => set(index, { period })}
            required
          />
          <TextField label={words.tier} value={one.tier} onValue={(tier) => set(index, { tier })} required />
          {mayChange && (
            <button
              type="button"
              class="icon-button"
              aria-label={words.removeGolden(one.seller_code)}
              onClick={() => onGolden(golden.filter((_, at) => at !== index))}
            >
              <Icon name="close" />
            </button>
          )}
        </div>
      ))}
      {mayChange && (
        <button
          type="button"
          class="button small fit"
          onClick={() => onGolden([...golden, { seller_code: '', period: '', tier: '' }])}
        >
          <Icon name="plus" />
          {words.addGolden}
        </button>
      )}
    </div>
  )
}
