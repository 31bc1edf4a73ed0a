import '@mantine/dropzone/styles.layer.css'
import { Alert, Button, Group, Stack, Text, Textarea, Title } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { IconCertificate, IconCheck, IconMinus, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { $api } from '../../api/client.ts'
import type { Schemas } from '../../api/types.ts'
import { monthOf, points, textOf } from '../../ui/format.ts'
import { named } from '../../ui/names.ts'
import { Lines, Page, Waiting } from '../../ui/page.tsx'
import { Trouble } from '../../ui/trouble.tsx'
import { type Certificate, certificateIn, saidBy } from './certificate.ts'

const MOST_BYTES = 1024 ** 2

/** Whether a certificate that somebody has is true: dropped or pasted, answered in words. */
export function Proof() {
  const [text, setText] = useState('')
  const [certificate, setCertificate] = useState<Certificate>()
  const [wrong, setWrong] = useState<string>()
  const sent = $api.useMutation('post', '/api/sos/verify')
  function take(given: string) {
    const found = certificateIn(given)
    setCertificate(found)
    setWrong(
      found ? undefined : 'This is no certificate. Take the file that the page of a final score gives.',
    )
    sent.reset()
    if (found) sent.mutate({ body: found as never })
  }
  return (
    <Page
      title="Proof"
      verdict="A certificate says which score a seller had in a month. Here you find out whether it is true."
    >
      <Stack gap="lg" maw={720}>
        <Dropzone
          onDrop={([file]) => void file?.text().then(take)}
          onReject={() => setWrong('This is no certificate: it is one file of at most 1 MB.')}
          maxFiles={1}
          maxSize={MOST_BYTES}
          py={32}
        >
          <Stack align="center" gap={4}>
            <IconCertificate size={32} stroke={1.4} />
            <Text fw={500} c="var(--strong)">
              Drop a certificate here, or choose one
            </Text>
          </Stack>
        </Dropzone>
        <Group align="flex-end">
          <Textarea
            flex={1}
            label="Or paste it"
            error={wrong}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            rows={2}
            spellCheck={false}
          />
          <Button variant="default" disabled={!text.trim()} onClick={() => take(text)}>
            Check
          </Button>
        </Group>
        {sent.isPending && <Waiting rows={4} />}
        {sent.error && <Trouble error={sent.error} />}
        {sent.data && certificate && <Answer found={sent.data} certificate={certificate} />}
      </Stack>
    </Page>
  )
}

/** Nobody reads keys and sums of contents. */
const HASH = /\b[0-9a-f]{8,}\b/g

interface AnswerProps {
  found: Schemas['VerifyCertificateAnswer']
  certificate: Certificate
}

function Answer({ found: { valid, checks, current_revision }, certificate }: AnswerProps) {
  const said = saidBy(certificate)
  const isOld = said && current_revision !== null && current_revision > said.revision
  return (
    <section aria-live="polite">
      <Title order={2} c={valid ? 'var(--good)' : 'var(--bad)'}>
        {valid ? 'The certificate is true' : 'The certificate is not true'}
      </Title>
      {said && (
        <Text mt={4}>
          {valid ? 'In' : 'It says that in'} {monthOf(said.period)},{' '}
          <Link to="/sellers/$code" params={{ code: said.seller_code }} search={{ period: said.period }}>
            {said.seller_code}
          </Link>{' '}
          had {points(said.total_sos)} points and the tier {said.tier}, final since{' '}
          {textOf(said.finalized_at)}.
        </Text>
      )}
      {isOld && (
        <Alert color="yellow" mt="sm">
          The score was changed since, by an appeal or a correction: this certificate is of an earlier one.
        </Alert>
      )}
      <Lines>
        {checks.map(({ check, ok, sentence }) => (
          <Group key={check} component="li" gap="sm" wrap="nowrap" align="flex-start">
            {ok === null ? (
              <IconMinus size={18} aria-label="Not known" />
            ) : ok ? (
              <IconCheck size={18} color="var(--good)" aria-label="Right" />
            ) : (
              <IconX size={18} color="var(--bad)" aria-label="Wrong" />
            )}
            <Text flex={1}>{named(sentence.replaceAll(HASH, '…'))}</Text>
          </Group>
        ))}
      </Lines>
    </section>
  )
}
