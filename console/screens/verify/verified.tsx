import { useSend } from '../../api/queries.ts'
import type { Answer } from '../../api/types.ts'
import { month } from '../../logic/format.ts'
import { saidBy, type Texts } from '../../logic/seller/certificate.ts'
import { Checks } from '../../parts/checks.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Link } from '../../parts/link.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Problem } from '../../parts/problem.tsx'
import { sellerPath } from '../../parts/seller-link.tsx'

/** Asks the service to verify a certificate. */
export const useVerify = () => useSend('POST', '/api/sos/verify')

interface Props {
  of: { data?: Answer<'POST', '/api/sos/verify'>; error: unknown }
  certificate: Texts
}

/** What a verification found: the answer in a sentence, each check, and the newer revision if there is one. */
export function Verified({ of: { data, error }, certificate }: Props) {
  if (error) return <Problem error={error} />
  if (!data) return null
  const said = saidBy(certificate)
  const { valid, checks, current_revision } = data
  return (
    <div class="stack">
      <p class={valid ? 'notice good' : 'notice bad'} role="status">
        <Icon name={valid ? 'check' : 'warn'} />
        <strong>{valid ? 'Valid: nothing in it fails.' : 'Not valid: at least one check fails.'}</strong>
      </p>
      {said && current_revision !== null && current_revision > said.revision && (
        <Notice warn icon="info">
          {`There is a newer revision of this score, ${current_revision}: an appeal or a correction changed ${month(said.period)} since.`}{' '}
          <Link to={sellerPath(said.seller_code, `?period=${said.period}`)}>See the newer one</Link>
        </Notice>
      )}
      <Checks label="What was checked" checks={checks} />
    </div>
  )
}
