import { Button, Code, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { $api, refresh } from '../../api/client.ts'
import { useMay } from '../../api/me.ts'
import { Asked } from '../../ui/asked.tsx'
import { plural, textOf } from '../../ui/format.ts'
import { nameOf } from '../../ui/names.ts'
import { Page, Section } from '../../ui/page.tsx'
import { Trouble } from '../../ui/trouble.tsx'
import { Outcome } from './attempts.tsx'
import { attempt } from './data.ts'

/** One attempt: what was sent, what came back, and what that means. */
export function Attempt() {
  const id = Number(useParams({ from: '/webhooks/attempts/$id' }).id)
  const found = useQuery(attempt(id))
  const one = found.data
  const mayWrite = useMay('webhooks.write')
  const sent = $api.useMutation('post', '/api/webhooks/logs/{id}/redeliver', {
    onSuccess: async () => {
      await refresh()
      notifications.show({ color: 'green', message: 'It is delivered again.' })
    },
  })
  return (
    <Page
      title={one ? `${nameOf(one.event_type)}, ${textOf(one.attempted_at)}` : 'Attempt'}
      trail={
        one && (
          <Link to="/webhooks/$id" params={{ id: String(one.subscription_id) }}>
            Webhook
          </Link>
        )
      }
      verdict={one?.explanation}
      actions={
        one &&
        mayWrite && (
          <Button
            variant="default"
            loading={sent.isPending}
            onClick={() => sent.mutate({ params: { path: { id } } })}
          >
            Deliver again
          </Button>
        )
      }
    >
      {sent.error && <Trouble error={sent.error} />}
      <Asked query={found} rows={6}>
        {({ status, reason, duration_ms, next_attempt_at, request_body, response_body, attempts }) => (
          <>
            <Text>
              <Outcome status={status} /> {reason}, after {plural(Math.round(duration_ms), 'millisecond')}.
              {next_attempt_at && ` The next attempt is at ${textOf(next_attempt_at)}.`}
            </Text>
            <Section title="What was sent">
              <Code block mt="sm" tabIndex={0}>
                {indented(request_body)}
              </Code>
            </Section>
            <Section title="What came back">
              {response_body ? (
                <Code block mt="sm" tabIndex={0}>
                  {indented(response_body)}
                </Code>
              ) : (
                <Text py="sm" c="dimmed">
                  Nothing.
                </Text>
              )}
            </Section>
            {attempts.length > 1 && (
              <Section title="All attempts at this event">
                <Stack gap={4} pt="sm">
                  {attempts.map((other) => (
                    <div key={other.id}>
                      <Link to="/webhooks/attempts/$id" params={{ id: String(other.id) }}>
                        {textOf(other.attempted_at)}
                      </Link>
                      {': '}
                      {other.reason}
                    </div>
                  ))}
                </Stack>
              </Section>
            )}
          </>
        )}
      </Asked>
    </Page>
  )
}

/** JSON in lines; anything else as it is. */
function indented(text: string) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
