import '@mantine/dropzone/styles.layer.css'
import { Alert, Group, Stack, Text, Title } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BadgeCheckIcon, CheckIcon, MinusIcon, XIcon } from 'lucide-react'
import { useState } from 'react'
import { api, type Schemas } from '../../api/client.ts'
import { useMay } from '../../api/me.ts'
import { useDeed } from '../../ui/dialog.tsx'
import { Strong } from '../../ui/dim.tsx'
import { isMonth, monthOf, points, textOf } from '../../ui/format.ts'
import { named } from '../../ui/names.ts'
import { Lines, Page, Trouble } from '../../ui/page.tsx'
import { explanation } from '../seller/data.ts'

const MOST_BYTES = 1024 ** 2

type Json = Record<string, unknown>

/** The object that a text is; an empty one where it is none. */
function objectIn(text: string): Json {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}

/** Whether a certificate that somebody has is genuine: dropped or chosen, answered in words. */
export function Proof() {
  const [wrong, setWrong] = useState<string>()
  const sent = useDeed(async (body: Json) => ({
    said: objectIn(String(body.statement)),
    found: (await api.POST('/api/sos/verify', { body: body as never })).data as AnswerProps['found'],
  }))
  function take(given: string) {
    const found = objectIn(given)
    const isOne = typeof found.statement === 'string' && typeof found.proof === 'string'
    setWrong(
      isOne
        ? undefined
        : 'This is no certificate. Take the file that you download from the page of a final score.',
    )
    sent.reset()
    if (isOne) sent.mutate(found)
  }
  return (
    <Page
      title="Proof"
      trail={useMay('account-managers.read') && <Link to="/settings">Settings</Link>}
      verdict="A certificate says which score a seller had in a month. Here you check whether it is genuine. You get one on the seller’s page, once a month is final."
    >
      <Stack gap="lg" maw={720}>
        <Dropzone
          onDrop={([file]) => void file?.text().then(take)}
          onReject={() => setWrong('This is no certificate: it is one file of at most 1 MB.')}
          maxFiles={1}
          loading={sent.isPending}
          maxSize={MOST_BYTES}
          py={32}
        >
          <Stack align="center" gap={4}>
            <BadgeCheckIcon size={32} strokeWidth={1.4} />
            <Strong>Choose a certificate, or drop one here</Strong>
          </Stack>
        </Dropzone>
        {wrong && (
          <Text c="var(--bad)" role="alert">
            {wrong}
          </Text>
        )}
        {sent.error && <Trouble error={sent.error} />}
        {sent.isSuccess && <Answer {...sent.data} />}
      </Stack>
    </Page>
  )
}

/** Nobody reads keys and sums of contents. */
const withoutHashes = (sentence: string) =>
  sentence.replaceAll(/(?:,| with the key) [0-9a-f]{8,}\b/g, '').replaceAll(/\b[0-9a-f]{8,}\b/g, '…')

interface AnswerProps {
  found: Schemas['VerifyCertificateAnswer']
  /** What the certificate says of itself, which may be anything; only the service tells whether it is genuine. */
  said: Json
}

function Answer({ found: { valid, checks, current_revision }, said }: AnswerProps) {
  const code = String(said.seller_code)
  const period = String(said.period)
  const finalized = String(said.finalized_at)
  const isReplaced = current_revision !== null && current_revision > Number(said.revision)
  // Whoever may not see the seller learns only that there is another score.
  const now = useQuery({ ...explanation(code, period), enabled: isReplaced, retry: false }).data
  const isRead =
    isMonth(period) &&
    Number.isFinite(Number.parseFloat(String(said.total_sos))) &&
    !Number.isNaN(Date.parse(finalized))
  return (
    <section aria-live="polite">
      <Title order={2} c={valid ? 'var(--good)' : 'var(--bad)'}>
        {valid ? 'The certificate is genuine' : 'The certificate is not genuine'}
      </Title>
      {isRead && (
        <Text mt={4}>
          {valid ? 'In' : 'It says that in'} {monthOf(period)},{' '}
          <Link to="/sellers/$code" params={{ code }} search={{ period }}>
            {code}
          </Link>{' '}
          had {points(Number(said.total_sos))} points and the tier {String(said.tier)}
          {/* When it was changed, the certificate does not say. */}
          {Number(said.revision) > 1
            ? ` after an appeal or a correction. The month was made final on ${textOf(finalized)}.`
            : `, final since ${textOf(finalized)}.`}
        </Text>
      )}
      {isReplaced && (
        <Alert mt="sm">
          The score was changed since, by an appeal or a correction: this certificate is of an earlier one.
          {now && ` Now it is ${points(now.total_sos)}, ${now.tier.name}.`}
        </Alert>
      )}
      <details open={!valid}>
        <summary>How it was checked</summary>
        <Lines>
          {checks.map(({ check, ok, sentence }) => (
            <Group key={check} component="li" gap="sm" wrap="nowrap" align="flex-start">
              {ok === null ? (
                <MinusIcon size={18} aria-label="Not known" />
              ) : ok ? (
                <CheckIcon size={18} color="var(--good)" aria-label="Right" />
              ) : (
                <XIcon size={18} color="var(--bad)" aria-label="Wrong" />
              )}
              <Text flex={1}>{named(withoutHashes(sentence))}</Text>
            </Group>
          ))}
        </Lines>
      </details>
    </section>
  )
}
