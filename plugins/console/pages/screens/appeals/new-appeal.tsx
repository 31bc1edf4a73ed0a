import { useState } from 'preact/hooks'
import { asApiError } from '../../api/errors.ts'
import { useRead, useSend } from '../../api/queries.ts'
import { month, score } from '../../logic/format.ts'
import { oneOf, text } from '../../logic/url-state.ts'
import { linesOf, webAddress } from '../../logic/web-address.ts'
import { SelectField, TextArea, TextField } from '../../parts/field.tsx'
import { Link, useGo } from '../../parts/link.tsx'
import { useMe, usePeriod } from '../../parts/me.ts'
import { Page } from '../../parts/page.tsx'
import { Problem } from '../../parts/problem.tsx'
import { toast } from '../../parts/toasts.tsx'
import { useSettled } from '../../parts/use-settled.ts'
import { useUrlState } from '../../parts/use-url-state.ts'
import { common } from '../../words/common.ts'
import { COMPONENTS, type Component, nameOf } from '../../words/metrics.ts'
import { CHANGED_BY_REVIEW } from './review.ts'
import { REASON, words } from './words.ts'

const FORM = { seller: text(), component: oneOf(COMPONENTS, 'o_score') }
const OTHER = 'other'
const KNOWN: [string, string][] = [
  'data_error',
  'system_outage',
  'force_majeure',
  'operator_fault',
  'carrier_fault',
].map((code) => [code, REASON[code] ?? code])

/** Begins an appeal. Seller, component and month are in the address, so a link can name them. */
export default function NewAppeal() {
  const [{ seller, component }, change] = useUrlState(FORM)
  const period = usePeriod()
  const go = useGo()
  const me = useMe()
  const code = seller || (me.user.seller_code ?? '')
  const [reason, setReason] = useState('data_error')
  const [other, setOther] = useState('')
  const [description, setDescription] = useState('')
  const [evidence, setEvidence] = useState('')
  const addresses = linesOf(evidence)
  const isWrong = addresses.some((line) => !webAddress(line))
  const submitting = useSend('POST', '/api/appeals', {
    changes: CHANGED_BY_REVIEW,
    onDone({ id }) {
      toast(words.isSubmitted)
      go(`/appeals/${id}`)
    },
  })
  const named = reason === OTHER ? other.trim() : reason
  function submit(event: Event) {
    event.preventDefault()
    submitting.mutate({
      body: {
        seller_code: code.trim(),
        period,
        component_appealed: component,
        appeal_reason_type: named,
        ...(description.trim() && { description: description.trim() }),
        ...(addresses.length > 0 && { evidence_urls: addresses }),
      },
    })
  }
  return (
    <Page title={words.newTitle} above={<Link to="/appeals">{words.title}</Link>}>
      <form class="panel stack narrow-form" onSubmit={submit}>
        <p class="faint">
          {words.appealOf(month(period))}. {words.chooseMonth}
        </p>
        <div class="columns">
          <TextField
            label={words.sellerCode}
            required
            maxLength={100}
            value={code}
            onValue={(value) => change({ seller: value }, { replace: true })}
          />
          <SelectField
            label={words.component}
            value={component}
            onValue={(value) => change({ component: value as Component }, { replace: true })}
            options={COMPONENTS.map((one): [string, string] => [one, nameOf(one)])}
          />
        </div>
        <Now code={code.trim()} period={period} component={component} />
        <div class="columns">
          <SelectField
            label={words.reason}
            hint={words.reasonHint}
            value={reason}
            onValue={setReason}
            options={[...KNOWN, [OTHER, words.other]]}
          />
          {reason === OTHER && (
            <TextField label={words.otherReason} required maxLength={64} value={other} onValue={setOther} />
          )}
        </div>
        <TextArea
          label={words.description}
          hint={words.descriptionHint}
          maxLength={5000}
          value={description}
          onValue={setDescription}
        />
        <TextArea
          label={words.evidenceUrls}
          hint={words.evidenceHint}
          error={isWrong ? words.evidenceWrong : undefined}
          rows={2}
          value={evidence}
          onValue={setEvidence}
        />
        {submitting.error && <Problem error={submitting.error} />}
        <div class="actions">
          <Link class="button" to="/appeals">
            {common.cancel}
          </Link>
          <button
            type="submit"
            class="button primary"
            disabled={!code.trim() || !named || isWrong || submitting.isPending}
            aria-busy={submitting.isPending}
          >
            {words.submit}
          </button>
        </div>
      </form>
    </Page>
  )
}

/** How many points the component has, so that nobody appeals against the wrong score. */
function Now({ code, period, component }: { code: string; period: string; component: Component }) {
  const seller_code = useSettled(code, 400)
  const { data, error } = useRead(
    '/api/sos/sellers/{seller_code}/score/explanation',
    { path: { seller_code }, query: { period } },
    { enabled: seller_code !== '', keep: true },
  )
  const isMissing = error !== null && asApiError(error).status === 404
  const isKnown = data && !error && seller_code !== ''
  return (
    <p class="faint small one-line" role="status">
      {isMissing ? words.noSuchScore : isKnown ? words.points(score(data.components[component].raw)) : ''}
    </p>
  )
}
