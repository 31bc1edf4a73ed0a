import { useState } from 'preact/hooks'
import { asApiError } from '../../api/errors.ts'
import { useRead, useSend } from '../../api/queries.ts'
import { month, saysSomething, score } from '../../logic/format.ts'
import { oneOf, text } from '../../logic/url-state.ts'
import { linesOf, webAddress } from '../../logic/web-address.ts'
import { SelectField, TextArea, TextField } from '../../parts/forms/field.tsx'
import { Form } from '../../parts/forms/form.tsx'
import { Link, useGo } from '../../parts/link.tsx'
import { useMe, usePeriod } from '../../parts/me.ts'
import { Page } from '../../parts/page.tsx'
import { toast } from '../../parts/toasts.tsx'
import { useSettled } from '../../parts/use-settled.ts'
import { useUrlState } from '../../parts/use-url-state.ts'
import { COMPONENTS, type Component, nameOf } from '../../words/metrics.ts'
import { CHANGED_BY_REVIEW } from './review.tsx'
import { REASON } from './states-and-reasons.ts'

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
  const [reason, setReason] = useState('')
  const [other, setOther] = useState('')
  const [description, setDescription] = useState('')
  const [evidence, setEvidence] = useState('')
  const [tried, setTried] = useState(false)
  const addresses = linesOf(evidence)
  const isWrong = addresses.some((line) => !webAddress(line))
  const submitting = useSend('POST', '/api/appeals', {
    changes: CHANGED_BY_REVIEW,
    onDone({ id }) {
      toast('The appeal is submitted.')
      go(`/appeals/${id}`)
    },
  })
  const named = reason === OTHER ? other.trim() : reason
  const missing = [
    !code.trim() && 'Seller code',
    !named && 'Reason',
    !saysSomething(description) && 'Description (ten characters or more)',
  ].filter(Boolean)
  function submit() {
    setTried(true)
    if (missing.length > 0) return
    submitting.mutate({
      ...(/^\d+$/.test(code.trim()) && { query: { by: 'code' as const } }),
      body: {
        seller_code: code.trim(),
        period,
        component_appealed: component,
        appeal_reason_type: named,
        description: description.trim(),
        ...(addresses.length > 0 && { evidence_urls: addresses }),
      },
    })
  }
  return (
    <Page title="New appeal" above={<Link to="/appeals">Appeals</Link>}>
      <Form
        class="panel stack narrow-form"
        noValidate
        of={submitting}
        onSend={submit}
        action="Submit the appeal"
        cancel="/appeals"
        disabled={isWrong}
        below={
          tried &&
          missing.length > 0 && (
            <p class="hint wrong" role="alert">
              {`Still missing: ${missing.join(', ')}.`}
            </p>
          )
        }
      >
        <p class="faint">{`Against the score of ${month(period)}`}. The month is the one chosen above.</p>
        <div class="columns">
          <TextField
            label="Seller code"
            required
            maxLength={100}
            value={code}
            onValue={(value) => change({ seller: value }, { replace: true })}
          />
          <SelectField
            label="Component"
            value={component}
            onValue={(value) => change({ component: value as Component }, { replace: true })}
            options={COMPONENTS.map((one): [string, string] => [one, nameOf(one)])}
          />
        </div>
        <Now code={code.trim()} period={period} component={component} />
        <div class="columns">
          <SelectField
            label="Reason"
            hint="What went wrong, and that it was not the seller’s doing"
            value={reason}
            onValue={setReason}
            options={[['', 'Choose one'], ...KNOWN, [OTHER, 'Something else']]}
          />
          {reason === OTHER && (
            <TextField label="Which reason" required maxLength={64} value={other} onValue={setOther} />
          )}
        </div>
        <TextArea
          label="Description"
          hint="What happened, when, and how you know; ten characters or more"
          required
          maxLength={5000}
          value={description}
          onValue={setDescription}
        />
        <TextArea
          label="Evidence"
          hint="Web addresses, one a line"
          error={isWrong ? 'Each line must begin with https:// or http://.' : undefined}
          rows={2}
          value={evidence}
          onValue={setEvidence}
        />
      </Form>
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
      {isMissing
        ? 'No score is known for this seller and month: look at the code and the month.'
        : isKnown
          ? `The score now has ${score(data.components[component].raw)} points here.`
          : ''}
    </p>
  )
}
