import { useSend } from '../../api/queries.ts'
import type { Answer } from '../../api/types.ts'
import { saidBy, type Texts } from '../../logic/certificate.ts'
import { Checks } from '../../parts/checks.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Link } from '../../parts/link.tsx'
import { Problem } from '../../parts/problem.tsx'
import { words } from './words.ts'

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
        <strong>{valid ? words.valid : words.invalid}</strong>
      </p>
      {said && current_revision !== null && current_revision > said.revision && (
        <p class="notice warn">
          <Icon name="info" />
          <span>
            {words.newer(current_revision, said.period)}{' '}
            <Link to={`/sellers/${encodeURIComponent(said.seller_code)}?period=${said.period}`}>
              {words.seeNewer}
            </Link>
          </span>
        </p>
      )}
      <Checks label={words.checks} checks={checks} />
    </div>
  )
}
