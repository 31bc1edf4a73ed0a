import { useEffect, useState } from 'preact/hooks'
import type { Answer } from '../../api/types.ts'
import { isSignedWith } from '../../logic/signature.ts'
import { Facts } from '../../parts/facts.tsx'
import { TextField } from '../../parts/forms/field.tsx'

const SIGNED = 'What was signed: webhook-id, webhook-timestamp and the body, with dots between'

type Signed = NonNullable<Answer<'GET', '/api/webhooks/logs/{id}'>['signed']>

/** What was signed, how a receiver verifies it, and a check with a secret. */
export function Signature({ signed }: { signed: Signed | null }) {
  if (!signed) return <p class="hint">Nothing was signed, or the log kept less than the whole body.</p>
  return (
    <div class="grid">
      <div class="stack half">
        <p>Whoever has the secret can check that the body is ours, whole and fresh.</p>
        <Facts
          of={[
            ['Signed with', [signed.algorithm, ' ', <span class="mono">{signed.key_ids.join(', ')}</span>]],
            ['Header', <span class="mono">{signed.signature}</span>],
          ]}
        />
        <div>
          <h3>{SIGNED}</h3>
          <pre class="signed" role="group" tabIndex={0} aria-label={SIGNED}>
            {signed.content}
          </pre>
        </div>
      </div>
      <div class="stack half">
        <div>
          <h3>How a receiver verifies it</h3>
          <ol class="steps">
            <li>Join the headers webhook-id and webhook-timestamp and the raw body with dots.</li>
            <li>
              Take the secret behind whsec_ from base64; a secret of another form signs with its own bytes.
            </li>
            <li>Make the HMAC-SHA256, write it in base64, put v1, in front.</li>
            <li>
              Compare it with each signature of the header webhook-signature, and refuse timestamps older than
              five minutes.
            </li>
          </ol>
        </div>
        {globalThis.crypto?.subtle && <Check signed={signed} />}
      </div>
    </div>
  )
}

function Check({ signed: { content, signature } }: { signed: Signed }) {
  const [secret, setSecret] = useState('')
  const [fits, setFits] = useState<boolean | null>(null)
  useEffect(() => {
    let isLatest = true
    const tell = (found: boolean | null) => isLatest && setFits(found)
    if (secret.trim() === '') tell(null)
    else isSignedWith(content, signature, secret).then(tell, () => tell(false))
    return () => {
      isLatest = false
    }
  }, [secret, content, signature])
  return (
    <form class="stack" onSubmit={(event) => event.preventDefault()}>
      <h3>Check it here</h3>
      <TextField
        label="Secret"
        hint="The secret stays in this page: it is sent nowhere and kept nowhere."
        type="password"
        autocomplete="off"
        placeholder="whsec_…"
        value={secret}
        onValue={setSecret}
      />
      <p role="status" class={fits === false ? 'wrong' : undefined}>
        {fits !== null && (
          <strong>
            {fits
              ? 'Yes: the signature was made with this secret.'
              : 'No: this secret makes another signature.'}
          </strong>
        )}
      </p>
    </form>
  )
}
