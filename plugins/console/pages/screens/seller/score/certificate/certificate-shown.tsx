import { urlOf } from '../../../../api/client.ts'
import { download } from '../../../../api/download.ts'
import { asApiError } from '../../../../api/errors.ts'
import { useRead } from '../../../../api/queries.ts'
import type { Answer } from '../../../../api/types.ts'
import { placeIn, saidBy } from '../../../../logic/certificate.ts'
import { Link } from '../../../../parts/link.tsx'
import { useMe } from '../../../../parts/me.ts'
import { toast } from '../../../../parts/toasts.tsx'
import { useVerify, Verified } from '../../../verify/verified.tsx'
import { words } from './words.ts'

const PATH = '/api/sos/sellers/{seller_code}/score/certificate'

interface Props {
  certificate: Answer<'GET', typeof PATH>
  /** What was asked for. */
  of: { path: { seller_code: string }; query: { period: string; revision: number } }
}

/** Where the score stands in the log, and what can be done with its proof. */
export function CertificateShown({ certificate, of }: Props) {
  const { time_zone } = useMe()
  const verify = useVerify()
  const head = useRead('/api/transparency/checkpoint')
  const place = placeIn(certificate)
  const said = saidBy(certificate)
  const { seller_code } = of.path
  const name = `certificate-${seller_code}-${of.query.period}-r${of.query.revision}`
  const keep = (accept: string, ending: string) =>
    download(urlOf(PATH, of), accept, `${name}.${ending}`).catch((error) =>
      toast(asApiError(error).message, { failed: true }),
    )
  return (
    <>
      <dl class="facts">
        {place && (
          <>
            <dt>{words.place}</dt>
            <dd>
              {words.leaf(place.index, place.size)} <span class="mono">{place.origin}</span>
            </dd>
          </>
        )}
        {head.data && head.data.size === place?.size && (
          <>
            <dt>{words.signed}</dt>
            <dd>{words.at(head.data.created_at, time_zone)}</dd>
          </>
        )}
        {said && (
          <>
            <dt>{words.final}</dt>
            <dd>{words.at(said.finalized_at, time_zone)}</dd>
          </>
        )}
      </dl>
      <div class="row">
        <button
          type="button"
          class="button primary"
          aria-busy={verify.isPending}
          disabled={verify.isPending}
          onClick={() => verify.mutate({ body: certificate })}
        >
          {words.verify}
        </button>
        <button type="button" class="button" onClick={() => keep('application/json', 'json')}>
          {words.download}
        </button>
        <button type="button" class="button" onClick={() => keep('text/html', 'html')}>
          {words.page}
        </button>
        <Link to="/verify">{words.another}</Link>
      </div>
      <p class="faint small">{words.pageHint}</p>
      <Verified of={verify} certificate={certificate} />
    </>
  )
}
