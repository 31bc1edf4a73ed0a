import { useEffect, useState } from 'preact/hooks'
import { asApiError } from '../../../../api/errors.ts'
import { useRead } from '../../../../api/queries.ts'
import { SelectField } from '../../../../parts/forms/field.tsx'
import { Loaded } from '../../../../parts/loaded.tsx'
import { Notice } from '../../../../parts/notice.tsx'
import { Panel } from '../../../../parts/panel.tsx'
import type { Of } from '../score-tab.tsx'
import { CertificateShown } from './certificate-shown.tsx'

/** How often it is asked whether the log has the score. */
const AGAIN_MS = 5_000

/** Answers that are no failure: there is no certificate, and the sentence says why. */
const WHY_NONE = ['score_not_final', 'inputs_not_kept', 'no_signing_key', 'revision_not_found']

/** The proof of a final score, of each of its revisions. */
export function CertificatePanel({ code, period, revision }: Of & { revision: number }) {
  const [chosen, choose] = useState(revision)
  useEffect(() => choose(revision), [revision])
  const of = { path: { seller_code: code }, query: { period, revision: chosen } }
  const read = useRead('/api/sos/sellers/{seller_code}/score/certificate', of)
  const { code: why, message } = asApiError(read.error ?? '')
  const isWaiting = !read.data && why === 'not_in_checkpoint'
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => read.refetch(), AGAIN_MS)
    return () => clearInterval(timer)
  }, [isWaiting, read.refetch])
  const isNone = !read.data && WHY_NONE.includes(why)
  return (
    <Panel title="Certificate" class="no-print">
      <div class="stack">
        <p class="faint">Proves this final score to somebody who does not trust this service.</p>
        {revision > 1 && (
          <div class="fit">
            <SelectField
              label="Revision"
              value={String(chosen)}
              onValue={(value) => choose(Number(value))}
              options={Array.from({ length: revision }, (_, index): [string, string] => [
                String(revision - index),
                `Revision ${revision - index}`,
              ])}
            />
          </div>
        )}
        {isWaiting || isNone ? (
          <Notice role="status">
            {message} {isWaiting && 'The certificate comes in a moment; this asks again by itself.'}
          </Notice>
        ) : (
          <Loaded of={read} height="9rem">
            {(certificate) => <CertificateShown key={chosen} certificate={certificate} of={of} />}
          </Loaded>
        )}
      </div>
    </Panel>
  )
}
