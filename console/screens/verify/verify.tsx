import { useState } from 'preact/hooks'
import { moment, month, score } from '../../logic/format.ts'
import { certificateIn, saidBy } from '../../logic/seller/certificate.ts'
import { Facts } from '../../parts/facts.tsx'
import { FileDrop } from '../../parts/forms/file-drop.tsx'
import { Waiting } from '../../parts/loaded.tsx'
import { useMe } from '../../parts/me.ts'
import { Page } from '../../parts/page.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Problem } from '../../parts/problem.tsx'
import { SellerLink } from '../../parts/seller-link.tsx'
import { useVerify, Verified } from './verified.tsx'

const WHICH =
  'Choose the JSON file that the seller’s score page downloads; a file with many lines is for the package seller-operating-score-verify.'

/** As much as the service takes. */
const MOST_BYTES = 1_048_576

type Certificate = NonNullable<ReturnType<typeof certificateIn>>

/** Whether a certificate that somebody has is true. */
export default function Verify() {
  const [file, setFile] = useState<{ name: string; certificate: Certificate } | null>(null)
  const [wrong, setWrong] = useState('')
  const verify = useVerify()

  async function take(given: File) {
    setFile(null)
    verify.reset()
    if (given.size > MOST_BYTES)
      return setWrong(`${given.name} is larger than 1 MB, so it is no certificate.`)
    const certificate = certificateIn(await given.text().catch(() => ''))
    if (!certificate) return setWrong(`${given.name} is no certificate. ${WHICH}`)
    setWrong('')
    setFile({ name: given.name, certificate })
    verify.mutate({ body: certificate as never })
  }
  return (
    <Page title="Verify a certificate">
      <div class="stack">
        <Panel title="The certificate">
          <div class="stack">
            <p class="faint">
              A certificate proves a final score. Each part of it is checked: who signed the log, that the
              score stands in it, and that the rules and inputs give this score.
            </p>
            <FileDrop
              label="Drop a certificate here, or choose one"
              hint="The JSON file of a seller’s score page"
              accept=".json,application/json"
              onFile={take}
            />
            {wrong && <Problem error={new Error(wrong)} />}
          </div>
        </Panel>
        {file && (
          <Panel title="Result" aside={<span class="faint small cut">{`Of ${file.name}`}</span>}>
            <div class="stack">
              {verify.isPending && <Waiting height="16rem" />}
              <Verified of={verify} certificate={file.certificate} />
              <WhatItSays certificate={file.certificate} />
            </div>
          </Panel>
        )}
      </div>
    </Page>
  )
}

function WhatItSays({ certificate }: { certificate: Certificate }) {
  const { may, time_zone } = useMe()
  const said = saidBy(certificate)
  if (!said) return null
  const { seller_code, period, revision, total_sos, tier, finalized_at } = said
  const link = <SellerLink code={seller_code} query={`?period=${period}`} class="" />
  return (
    <section>
      <h3>What it says</h3>
      <Facts
        of={[
          ['Seller', <span class="mono">{may('seller-scores.read') ? link : seller_code}</span>],
          ['Month', month(period)],
          ['Revision', revision],
          ['Score', `${score(total_sos)}, ${tier}`],
          ['Final since', moment(finalized_at, time_zone)],
        ]}
      />
    </section>
  )
}
