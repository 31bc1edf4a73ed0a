import { useState } from 'preact/hooks'
import { certificateIn, saidBy } from '../../logic/certificate.ts'
import { moment, month } from '../../logic/format.ts'
import { FileDrop } from '../../parts/file-drop.tsx'
import { Link } from '../../parts/link.tsx'
import { Waiting } from '../../parts/loaded.tsx'
import { useMe } from '../../parts/me.ts'
import { Page } from '../../parts/page.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Problem } from '../../parts/problem.tsx'
import { useVerify, Verified } from './verified.tsx'
import { words } from './words.ts'

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
    if (given.size > MOST_BYTES) return setWrong(words.tooLarge(given.name))
    const certificate = certificateIn(await given.text().catch(() => ''))
    if (!certificate) return setWrong(words.notOne(given.name))
    setWrong('')
    setFile({ name: given.name, certificate })
    verify.mutate({ body: certificate as never })
  }
  return (
    <Page title={words.title}>
      <div class="stack">
        <Panel title={words.given}>
          <div class="stack">
            <p class="faint">{words.about}</p>
            <FileDrop
              label={words.drop}
              hint={words.dropHint}
              accept=".json,application/json"
              onFile={take}
            />
            {wrong && <Problem error={new Error(wrong)} />}
          </div>
        </Panel>
        {file && (
          <Panel title={words.result} aside={<span class="faint small cut">{words.file(file.name)}</span>}>
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
  return (
    <section>
      <h3>{words.says}</h3>
      <dl class="facts">
        <dt>{words.seller}</dt>
        <dd class="mono">
          {may('seller-scores.read') ? (
            <Link to={`/sellers/${encodeURIComponent(seller_code)}?period=${period}`}>{seller_code}</Link>
          ) : (
            seller_code
          )}
        </dd>
        <dt>{words.month}</dt>
        <dd>{month(period)}</dd>
        <dt>{words.revision}</dt>
        <dd>{revision}</dd>
        <dt>{words.score}</dt>
        <dd dir="auto">{words.scoreOf(total_sos, tier)}</dd>
        <dt>{words.final}</dt>
        <dd>{moment(finalized_at, time_zone)}</dd>
      </dl>
    </section>
  )
}
