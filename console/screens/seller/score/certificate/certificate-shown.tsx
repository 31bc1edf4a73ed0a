import { urlOf } from '../../../../api/client.ts'
import { useRead } from '../../../../api/queries.ts'
import type { Answer } from '../../../../api/types.ts'
import { count, moment } from '../../../../logic/format.ts'
import { placeIn, saidBy } from '../../../../logic/seller/certificate.ts'
import { Button } from '../../../../parts/button.tsx'
import { Facts } from '../../../../parts/facts.tsx'
import { Link } from '../../../../parts/link.tsx'
import { useMe } from '../../../../parts/me.ts'
import { keep } from '../../../../parts/panel.tsx'
import { useVerify, Verified } from '../../../verify/verified.tsx'

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
  const save = (accept: string, ending: string) => keep(urlOf(PATH, of), accept, `${name}.${ending}`)
  return (
    <>
      <Facts
        of={[
          place && [
            'Place in the log',
            <>
              {`Leaf ${count(place.index)} of ${count(place.size)}`} <span class="mono">{place.origin}</span>
            </>,
          ],
          head.data && head.data.size === place?.size && ['Signed', moment(head.data.created_at, time_zone)],
          said && ['Final since', moment(said.finalized_at, time_zone)],
        ]}
      />
      <div class="row">
        <Button class="primary" busy={verify.isPending} onClick={() => verify.mutate({ body: certificate })}>
          Verify now
        </Button>
        <Button onClick={() => save('application/json', 'json')}>Download JSON</Button>
        <Button onClick={() => save('text/html', 'html')}>Download to print</Button>
        <Link to="/verify">Verify a file</Link>
      </div>
      <p class="faint small">The one to print is a page that verifies itself, without this service.</p>
      <Verified of={verify} certificate={certificate} />
    </>
  )
}
