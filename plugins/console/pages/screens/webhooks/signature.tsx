import { useEffect, useState } from 'preact/hooks'
import type { Answer } from '../../api/types.ts'
import { isSignedWith } from '../../logic/signature.ts'
import { TextField } from '../../parts/field.tsx'
import { words } from './words.ts'

type Signed = NonNullable<Answer<'GET', '/api/webhooks/logs/{id}'>['signed']>

/** What was signed, how a receiver verifies it, and a check with a secret. */
export function Signature({ signed }: { signed: Signed | null }) {
  if (!signed) return <p class="hint">{words.notSigned}</p>
  return (
    <div class="grid">
      <div class="stack half">
        <p>{words.signatureText}</p>
        <dl class="facts">
          <dt>{words.signedWith}</dt>
          <dd>
            {signed.algorithm} <span class="mono">{signed.key_ids.join(', ')}</span>
          </dd>
          <dt>{words.headerSent}</dt>
          <dd class="mono">{signed.signature}</dd>
        </dl>
        <div>
          <h3>{words.signedContent}</h3>
          <pre class="signed" role="group" tabIndex={0} aria-label={words.signedContent}>
            {signed.content}
          </pre>
        </div>
      </div>
      <div class="stack half">
        <div>
          <h3>{words.howTo}</h3>
          <ol class="steps">
            <li>{words.how1}</li>
            <li>{words.how2}</li>
            <li>{words.how3}</li>
            <li>{words.how4}</li>
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
      <h3>{words.checkHere}</h3>
      <TextField
        label={words.secret}
        hint={words.checkHint}
        type="password"
        autocomplete="off"
        placeholder="whsec_…"
        value={secret}
        onValue={setSecret}
      />
      <p role="status" class={fits === false ? 'wrong' : undefined}>
        {fits !== null && <strong>{fits ? words.signs : words.signsNot}</strong>}
      </p>
    </form>
  )
}
